/** `doctor`: one line per check, ok, warn or fail, with the command that mends it. Exit 1 when one fails. */
import { decodeNote } from '../../annotation/decode-note.ts'
import { messageOf, UltragitError } from '../../base/errors.ts'
import { findGit } from '../../git/native/find-git.ts'
import { notesRef, openSession, type Session } from '../../session.ts'
import { commit, version } from '../../version.ts'
import type { Command, CommandData } from '../command.ts'
import { sessionOptions } from '../open-command-session.ts'
import { type Style, visible } from '../output.ts'

export const command: Command = {
  usage: ['ultragit doctor [--json]'],
  examples: [
    ['ultragit doctor', 'check the set-up'],
    ['ultragit doctor --json', 'the same for a program'],
  ],
  formats: ['text', 'json'],
  args: { json: { type: 'boolean', description: 'print JSON' } },
  run: (args, data) => runDoctor(args.json === true, data),
}

interface Finding {
  readonly check: string
  readonly status: 'ok' | 'warn' | 'fail'
  readonly text: string
  readonly fix?: string
}

async function runDoctor(json: boolean, data: CommandData): Promise<number> {
  const findings = [binaryFinding(), gitFinding(data), await outlineFinding()]
  try {
    const session = await openSession(sessionOptions(data))
    try {
      findings.push(...(await repositoryFindings(session)))
    } finally {
      session.close()
    }
  } catch (error) {
    if (!(error instanceof UltragitError)) throw error
    const check = error.code === 'config_invalid' ? 'config' : 'repository'
    findings.push({
      check,
      status: 'fail',
      text: error.message,
      ...(error.hint === undefined ? {} : { fix: error.hint }),
    })
  }
  if (json || data.format === 'json') data.output.answer(JSON.stringify({ checks: findings }))
  else for (const finding of findings) data.output.answer(lineOf(finding, data))
  return findings.some(({ status }) => status === 'fail') ? 1 : 0
}

const colours: Record<Finding['status'], Style> = { ok: 'green', warn: 'yellow', fail: 'red' }

function lineOf({ check, status, text, fix }: Finding, { output }: CommandData): string {
  const line = `${output.paint(status.padEnd(4), colours[status])} ${check.padEnd(10)} ${visible(text)}`
  return fix === undefined
    ? line
    : `${line}\n     ${''.padEnd(10)} ${output.paint('fix:', 'cyan')} ${visible(fix)}`
}

function binaryFinding(): Finding {
  return {
    check: 'binary',
    status: 'ok',
    text: `ultragit ${version} (${commit}), ${process.platform} ${process.arch}`,
  }
}

function gitFinding({ surroundings }: CommandData): Finding {
  const program = findGit(surroundings.env.PATH, [])
  if (program !== undefined) return { check: 'git', status: 'ok', text: program }
  return {
    check: 'git',
    status: 'warn',
    text: 'git was not found on PATH: reading works with the built-in git, writing does not',
    fix: 'install git',
  }
}

async function outlineFinding(): Promise<Finding> {
  const { outlineSource } = await import('../../outline/outline-source.ts')
  try {
    const outline = await outlineSource('check.ts', 'export function check() {}\n')
    const found = outline?.units.some(({ name }) => name === 'check') === true
    if (found) return { check: 'grammars', status: 'ok', text: 'the embedded grammars load' }
  } catch (error) {
    return { check: 'grammars', status: 'fail', text: messageOf(error), fix: 'install ultragit anew' }
  }
  return {
    check: 'grammars',
    status: 'fail',
    text: 'the embedded grammars do not load',
    fix: 'install ultragit anew',
  }
}

async function repositoryFindings(session: Session): Promise<Finding[]> {
  const { repository, config } = session
  const { layout } = repository
  const head = await repository.head()
  const findings: Finding[] = [
    {
      check: 'repository',
      status: 'ok',
      text: `${layout.workTree ?? layout.gitDir}${layout.workTree === undefined ? ' (bare)' : ''}, ${layout.objectFormat}, read with ${repository.backend} git`,
    },
    head.oid === undefined
      ? { check: 'HEAD', status: 'warn', text: 'no commit yet', fix: 'git commit' }
      : {
          check: 'HEAD',
          status: 'ok',
          text: `${head.oid.slice(0, 12)}${head.ref === undefined ? ' (detached)' : ` on ${head.ref}`}`,
        },
  ]
  for (const warning of config.warnings) findings.push({ check: 'config', status: 'warn', text: warning })
  if (config.warnings.length === 0)
    findings.push({ check: 'config', status: 'ok', text: 'every setting is valid' })
  findings.push(await notesFinding(session))
  return findings
}

async function notesFinding(session: Session): Promise<Finding> {
  const ref = notesRef(session)
  const { repository } = session
  const tip = await repository.resolve(ref)
  if (tip === undefined) return { check: 'notes', status: 'ok', text: `no annotations yet on ${ref}` }
  const notes = await repository.listNotes(tip)
  let malformed = 0
  // In portions: a repository can have 100,000 notes.
  for (let at = 0; at < notes.length; at += 1000) {
    const portion = notes.slice(at, at + 1000)
    const blobs = await repository.readObjects(portion.flatMap((note) => note.blobs))
    for (const note of portion) {
      const texts = note.blobs.map((oid) => blobs.get(oid)?.bytes ?? new Uint8Array())
      const decoded = decodeNote(Buffer.concat(texts), note.target)
      if (decoded.annotation === undefined || decoded.malformed.length > 0) malformed += 1
    }
  }
  const text = `${notes.length} annotated ${notes.length === 1 ? 'object' : 'objects'} on ${ref}`
  if (malformed === 0) return { check: 'notes', status: 'ok', text }
  return {
    check: 'notes',
    status: 'warn',
    text: `${text}, ${malformed} with parts that cannot be read`,
    fix: `git notes --ref=${ref} list`,
  }
}
