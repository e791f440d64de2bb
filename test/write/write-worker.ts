/**
 * Writes notes until it is killed: says `begin <commit> <number>` before each write and `done …` after it, in one system
 * call each, so that what was said before the kill is known.
 */
import { writeSync } from 'node:fs'
import { asOid } from '../../src/base/ids.ts'
import { openSession } from '../../src/session.ts'
import { changeNotes } from '../../src/write/change-notes.ts'

const [dir = '', start = '0', ...commits] = process.argv.slice(2)
const session = await openSession({ cwd: dir, env: process.env, flags: {} })
for (let number = Number(start); ; number++) {
  const target = asOid(commits[number % commits.length] ?? '')
  writeSync(1, `begin ${target} ${number}\n`)
  await changeNotes(session, async () => ({
    changes: [{ target, text: `{"number":${number}}\n` }],
    message: 'worker',
    value: undefined,
  }))
  writeSync(1, `done ${target} ${number}\n`)
}
