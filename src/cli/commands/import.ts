/** `import`: annotations from an export, or from the notes of another tool. */
import { UltragitError } from '../../base/errors.ts'
import { fullNotesRef } from '../../config/settings.ts'
import { notesRef, type Session } from '../../session.ts'
import { convertRef } from '../../write/transfer/convert-ref.ts'
import { type Imported, importNotes, parseExport } from '../../write/transfer/import-notes.ts'
import { type Command, type CommandArguments, type CommandData, textArgument } from '../command.ts'
import { readInput } from '../read-input.ts'
import { reportRestored, withWriteSession } from '../write-session.ts'

export const command: Command = {
  usage: [
    'ultragit import <file> [--dry-run] [--force]',
    'ultragit import --from-ref <ref> [--dry-run] [--force]',
  ],
  examples: [
    ['ultragit import notes.jsonl', 'merge an export with what is here'],
    ['ultragit import --from-ref refs/notes/chronicle', 'convert the notes of another tool'],
  ],
  formats: ['text', 'json'],
  args: {
    file: { type: 'positional', required: false, description: 'JSON Lines; - for standard input' },
    'from-ref': { type: 'string', valueHint: 'ref', description: 'convert the notes of this ref' },
    'dry-run': { type: 'boolean', description: 'say what would happen, write nothing' },
    force: { type: 'boolean', description: 'replace annotations that differ instead of merging' },
  },
  run: (args, data) => withWriteSession(data, (session) => runImport(session, args, data)),
}

const mostBytes = 1024 * 1024 * 1024

async function runImport(session: Session, args: CommandArguments, data: CommandData): Promise<number> {
  const isDryRun = args['dry-run'] === true
  const notes = await notesToImport(session, args, data)
  const imported = await importNotes(session, notes, { dryRun: isDryRun, force: args.force === true })
  reportRestored(imported.restored, data)
  for (const target of imported.skipped)
    data.output.warn(
      `${target.slice(0, 12)}: the note cannot be merged with what is there; --force replaces it`,
    )
  const { restored: _restored, skipped, ...counts } = imported
  if (data.format === 'json') data.output.answer(JSON.stringify({ ...counts, skipped, dry_run: isDryRun }))
  else data.output.answer(`${isDryRun ? 'would import' : 'imported'}: ${describeCounts(imported)}`)
  return 0
}

async function notesToImport(
  session: Session,
  args: CommandArguments,
  { output, surroundings }: CommandData,
) {
  const [file, from] = [textArgument(args, 'file'), textArgument(args, 'from-ref')]
  if ((file === undefined) === (from === undefined))
    throw new UltragitError('usage', "'import' needs a file or '--from-ref'", {
      hint: 'ultragit import notes.jsonl',
    })
  if (from === undefined)
    return parseExport(await readInput(surroundings, { file, mostBytes, hint: 'ultragit export' }))
  const ref = fullNotesRef(from)
  if (ref === undefined || ref === notesRef(session))
    throw new UltragitError('usage', `'${from}' is no other notes ref`, { hint: 'refs/notes/chronicle' })
  const { notes, warnings } = await convertRef(session, ref)
  for (const warning of warnings) output.warn(warning)
  return notes
}

function describeCounts({ added, merged, replaced, unchanged, skipped }: Imported): string {
  const parts: [number, string][] = [
    [added, 'new'],
    [merged, 'merged'],
    [replaced, 'replaced'],
    [unchanged, 'unchanged'],
    [skipped.length, 'skipped'],
  ]
  const said = parts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`)
  return said.length === 0 ? 'nothing' : said.join(', ')
}
