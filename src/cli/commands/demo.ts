/** `demo`: a small annotated repository in a temporary folder, and what ultragit knows about it, step by step. */
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeNote } from '../../annotation/decode-note.ts'
import { encodeAnnotation } from '../../annotation/encode-note.ts'
import type { Annotation } from '../../annotation/schema.ts'
import { UltragitError } from '../../base/errors.ts'
import type { Oid } from '../../base/ids.ts'
import { findGit } from '../../git/native/find-git.ts'
import { makeRepository } from '../../git/native/make-repository.ts'
import { openRepository } from '../../git/open-repository.ts'
import type { Repository } from '../../git/repository.ts'
import { outlineSource } from '../../outline/outline-source.ts'
import type { Unit } from '../../outline/unit.ts'
import type { Command, CommandData } from '../command.ts'
import { type Output, visible } from '../output.ts'

export const command: Command = {
  usage: ['ultragit demo [--keep]'],
  examples: [
    ['ultragit demo', 'walk through it; the folder is removed at the end'],
    ['ultragit demo --keep', 'leave the folder, to try things there'],
  ],
  formats: ['text'],
  args: { keep: { type: 'boolean', description: 'do not remove the folder' } },
  run: (args, data) => runDemo(args.keep === true, data),
}

const file = 'src/retry.ts'
const ref = 'refs/notes/ultragit'

const source = `/** Calls a flaky service until it answers. */
export class Retry {
  constructor(readonly limit: number) {}

  async run<T>(call: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await call()
      } catch (error) {
        if (attempt === this.limit) throw error
        await Bun.sleep(delay(attempt))
      }
    }
  }
}

export function delay(attempt: number): number {
  return Math.min(30_000, 100 * 2 ** attempt)
}
`

async function runDemo(keep: boolean, { surroundings, output }: CommandData): Promise<number> {
  const { env } = surroundings
  const program = findGit(env.PATH, [])
  if (program === undefined)
    throw new UltragitError('git_failed', 'the demo makes a repository and needs git', {
      hint: 'install git',
    })
  const dir = await realpath(await mkdtemp(join(tmpdir(), 'ultragit-demo-')))
  try {
    const [commit] = await makeRepository({ program, dir, env }, [
      { message: 'Retry calls to the flaky service', files: { [file]: source } },
    ])
    if (commit === undefined) throw new TypeError('the demo has a commit')
    const { GIT_DIR: _dir, GIT_WORK_TREE: _tree, ...plain } = env
    const repository = await openRepository({
      cwd: dir,
      env: { ...demoIdentity, ...plain },
      backend: 'native',
    })
    try {
      await walkThrough(repository, commit, output)
    } finally {
      repository.close()
    }
    if (keep) output.answer(`\nThe repository is in ${dir}`)
    return 0
  } finally {
    if (!keep) await rm(dir, { recursive: true, force: true })
  }
}

async function walkThrough(repository: Repository, commit: Oid, output: Output): Promise<void> {
  step(output, 'A file with no comment on why it is as it is', `git show HEAD:${file}`)
  output.answer(indent(source))

  step(output, 'What ultragit sees in it: named units', 'the outline')
  const outline = await outlineSource(file, source)
  for (const { kind, name, lines } of outline?.units ?? [])
    output.answer(`  ${`${lines.start}-${lines.end}`.padEnd(7)} ${kind.padEnd(9)} ${name}`)

  const delay = outline?.units.find(({ name }) => name === 'delay')
  if (delay === undefined) throw new TypeError('the demo has a function to annotate')
  const text = encodeAnnotation(annotationOf(commit, delay))
  const tip = await repository.writer?.writeNotes(
    undefined,
    [{ target: commit, text }],
    'Notes added by ultragit demo',
  )
  if (tip === undefined) throw new TypeError('native git writes')
  await repository.writer?.updateRefs([{ ref, to: tip, from: undefined }])

  step(output, 'The reasons, as one line of JSON in a git note', 'git notes --ref=ultragit show HEAD')
  const [note] = await repository.listNotes(tip)
  const bytes = await repository.readObjects(note?.blobs ?? [])
  const stored = [...bytes.values()][0]?.bytes ?? new Uint8Array()
  output.answer(indent(Buffer.from(stored).toString().trim()))

  step(output, 'The same, read back', 'decoded')
  for (const region of decodeNote(stored, commit).annotation?.regions ?? []) {
    output.answer(`  ${output.paint(`${region.file} — ${region.ast_anchor?.name ?? ''}`, 'bold')}`)
    output.answer(`    intent      ${visible(region.intent)}`)
    for (const constraint of region.constraints ?? [])
      output.answer(`    constraint  ${visible(constraint.text)}`)
    for (const { approach, rejected_because } of region.alternatives ?? [])
      output.answer(`    rejected    ${visible(approach)}: ${visible(rejected_because ?? '')}`)
  }
}

function step(output: Output, title: string, command: string): void {
  output.answer(`\n${output.paint(title, 'bold')}  ${output.paint(`(${command})`, 'dim')}`)
}

function indent(text: string): string {
  return text.trimEnd().replace(/^/gm, '  ')
}

const demoIdentity = {
  GIT_COMMITTER_NAME: 'Demo',
  GIT_COMMITTER_EMAIL: 'demo@example.com',
}

function annotationOf(commit: Oid, { name, signature, lines }: Unit): Annotation {
  return {
    $schema: 'ultragit/v1',
    commit,
    timestamp: '2025-10-09T08:53:20Z',
    author: 'demo',
    summary: 'The service drops one call in fifty; retrying hides that from users',
    context_level: 'enhanced',
    regions: [
      {
        file,
        ast_anchor: { type: 'function', name, signature },
        lines: { start: lines.start, end: lines.end },
        intent: 'Back off exponentially, so that a struggling service can recover',
        constraints: [
          { text: 'never above 30 s: the gateway closes idle calls after 35 s', source: 'author' },
        ],
        alternatives: [
          { approach: 'a fixed delay', rejected_because: 'all clients came back at the same moment' },
        ],
      },
    ],
    provenance: { operation: 'initial', derived_from: [] },
  }
}
