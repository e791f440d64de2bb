/** `annotate`: says why a commit is as it is. */
import { encodeAnnotation } from '../../annotation/encode-note.ts'
import { messageOf, UltragitError } from '../../base/errors.ts'
import type { Session } from '../../session.ts'
import { annotate } from '../../write/annotate/annotate.ts'
import type { Conflict } from '../../write/annotate/combine-annotations.ts'
import { inputFromMessage, makeTemplate } from '../../write/annotate/make-input.ts'
import { type AnnotationInput, parseInput } from '../../write/annotate/parse-input.ts'
import { Problems } from '../../write/annotate/problems.ts'
import { authorName, timestampOf } from '../../write/author-name.ts'
import { CommitFacts } from '../../write/commit-facts.ts'
import { type Command, type CommandArguments, type CommandData, textArgument } from '../command.ts'
import { commitNamed } from '../commit-named.ts'
import { readInput } from '../read-input.ts'
import { reportRestored, withWriteSession } from '../write-session.ts'

export const command: Command = {
  usage: [
    'ultragit annotate [commit] [--file F|-] [--merge|--replace] [--dry-run]',
    'ultragit annotate [commit] -m <why>',
    'ultragit annotate [commit] --template',
    'ultragit annotate <commit> --squash-sources A,B',
  ],
  examples: [
    ['ultragit annotate --template', 'JSON to fill in, one region per unit the last commit changed'],
    ['ultragit annotate --file why.json', 'annotate the last commit with it'],
    ['ultragit annotate HEAD~2 -m "retries hid the outage"', 'one reason for all that commit changed'],
  ],
  formats: ['text', 'json'],
  args: {
    commit: { type: 'positional', required: false, description: 'the commit (default: HEAD)' },
    file: {
      type: 'string',
      valueHint: 'path',
      description: 'read the JSON from a file, - for standard input',
    },
    message: {
      type: 'string',
      alias: 'm',
      valueHint: 'why',
      description: 'no JSON: the intent of every unit the commit changed',
    },
    template: { type: 'boolean', description: 'print the JSON ready to fill' },
    merge: { type: 'boolean', description: 'merge with regions that are there: newer prose, lists of both' },
    replace: { type: 'boolean', description: 'put regions in the place of those that are there' },
    'dry-run': { type: 'boolean', description: 'show the note, write nothing' },
    'allow-secrets': { type: 'boolean', description: 'write what looks like a credential' },
    'squash-sources': {
      type: 'string',
      valueHint: 'commits',
      description: 'merge the annotations of these commits into this one',
    },
  },
  run: (args, data) => withWriteSession(data, (session) => runAnnotate(session, args, data)),
}

const mostBytes = 2 * 1024 * 1024

async function runAnnotate(session: Session, args: CommandArguments, data: CommandData): Promise<number> {
  const { repository } = session
  const commit = await commitNamed(repository, textArgument(args, 'commit') ?? 'HEAD')
  const sources = textArgument(args, 'squash-sources')
  if (sources !== undefined) {
    const { squashSources } = await import('./annotate/squash-sources.ts')
    return squashSources(session, { target: commit, sources, isDryRun: args['dry-run'] === true }, data)
  }
  const conflict = conflictOf(args)
  const facts = await CommitFacts.load(repository, commit)
  if (args.template === true) {
    data.output.answer(JSON.stringify(await makeTemplate(facts), undefined, 2))
    return 0
  }
  const problems = new Problems()
  const dryRun = args['dry-run'] === true
  const input = await inputOf(args, data, { facts, problems })
  const stamp = {
    timestamp: timestampOf(data.surroundings.now ?? new Date()),
    author: await authorName(data.surroundings.env, repository),
  }
  const allowSecrets = args['allow-secrets'] === true
  const request = { facts, input, problems, stamp, conflict, allowSecrets, dryRun }
  const annotated = await annotate(session, request)
  for (const warning of annotated.warnings) data.output.warn(warning)
  reportRestored(annotated.restored, data)
  const { annotation } = annotated
  if (dryRun || data.format === 'json') data.output.answer(encodeAnnotation(annotation))
  else {
    const count = annotation.regions.length
    const regions = `${count} ${count === 1 ? 'region' : 'regions'}`
    const verb = annotated.commit === undefined ? 'was annotated so already' : 'annotated'
    data.output.answer(`${commit.slice(0, 12)} ${verb}, ${regions}`)
  }
  return 0
}

function conflictOf(args: CommandArguments): Conflict {
  if (args.merge === true && args.replace === true)
    throw new UltragitError('usage', "'--merge' and '--replace' exclude each other", {
      hint: '--merge keeps what is there and adds to it',
    })
  return args.merge === true ? 'merge' : args.replace === true ? 'replace' : 'refuse'
}

async function inputOf(
  args: CommandArguments,
  { surroundings }: CommandData,
  { facts, problems }: { readonly facts: CommitFacts; readonly problems: Problems },
): Promise<AnnotationInput> {
  const why = textArgument(args, 'message')
  const file = textArgument(args, 'file')
  if (why !== undefined && file !== undefined)
    throw new UltragitError('usage', "'--message' and '--file' exclude each other", {
      hint: 'the JSON has a place for the reason',
    })
  if (why !== undefined) {
    if (why.trim() === '') throw new UltragitError('usage', 'the reason is empty', { hint: '-m "why"' })
    return inputFromMessage(facts, why)
  }
  const hint = 'ultragit annotate --template > why.json, fill it, ultragit annotate --file why.json'
  const text = await readInput(surroundings, { file, mostBytes, hint })
  if (text.trim() === '') throw new UltragitError('data_invalid', 'the input is empty', { hint })
  return parseInput(parseJson(text, hint), problems)
}

function parseJson(text: string, hint: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw new UltragitError('data_invalid', `the input is not JSON: ${messageOf(error)}`, { hint })
  }
}
