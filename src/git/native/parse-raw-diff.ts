/** `git diff-tree -r -z --raw` and `git log -z --raw`: NUL-separated records, paths as bytes. */
import { isOid, type Oid } from '../../base/ids.ts'
import { decodePathText } from '../../base/path-bytes.ts'
import type { FileChange, Rename } from '../repository.ts'

/** Changes under their commit, from `diff-tree --stdin`, or under `''` when two commits were compared. */
export function parseRawDiff(output: Uint8Array): Map<string, FileChange[]> {
  const byCommit = new Map<string, FileChange[]>()
  let changes: FileChange[] = []
  for (const record of rawRecords(output)) {
    if (record.kind === 'change') {
      if (byCommit.size === 0) byCommit.set('', changes)
      changes.push(record.change)
    } else {
      changes = []
      byCommit.set(record.text, changes)
    }
  }
  return byCommit
}

/** Renames with the parent they were seen against, from `git log -m --parents --pretty=oneline`. */
export function parseRenameLog(output: Uint8Array): Rename[] {
  const renames: Rename[] = []
  let commit: Oid | undefined
  let parent: Oid | undefined
  for (const record of rawRecords(output)) {
    if (record.kind === 'header') {
      const words = record.text.split(' ')
      const against = /^[0-9a-f ]+ \(from ([0-9a-f]{40,64})\) /.exec(record.text)?.[1] ?? words[1] ?? ''
      commit = oidOrNone(words[0] ?? '')
      parent = oidOrNone(against)
      continue
    }
    const { status, from, path } = record.change
    if (status !== 'renamed' || from === undefined || commit === undefined || parent === undefined) continue
    renames.push({ commit, parent, from, to: path })
  }
  return renames
}

type RawRecord = { kind: 'header'; text: string } | { kind: 'change'; change: FileChange }

function* rawRecords(output: Uint8Array): Generator<RawRecord> {
  const fields = nulFields(output)
  for (const field of fields) {
    if (!field.startsWith(':')) {
      yield { kind: 'header', text: field }
      continue
    }
    const [oldMode = '', newMode = '', oldOid = '', newOid = '', letter = ''] = field.slice(1).split(' ')
    const first = decodePathText(fields.next().value ?? '')
    const second = letter.startsWith('R') || letter.startsWith('C') ? fields.next().value : undefined
    const change: FileChange = {
      status: statusOf(letter),
      path: second === undefined ? first : decodePathText(second),
      from: second === undefined ? undefined : first,
      oldOid: oidOrNone(oldOid),
      newOid: oidOrNone(newOid),
      oldMode: oldMode === '000000' ? undefined : oldMode,
      newMode: newMode === '000000' ? undefined : newMode,
    }
    yield { kind: 'change', change }
  }
}

function statusOf(letter: string): FileChange['status'] {
  switch (letter[0]) {
    case 'A':
      return 'added'
    case 'D':
      return 'deleted'
    case 'R':
      return 'renamed'
    case 'T':
      return 'type'
    default:
      return 'modified'
  }
}

function oidOrNone(text: string): Oid | undefined {
  return isOid(text) && !/^0+$/.test(text) ? text : undefined
}

/**
 * The fields of NUL-terminated output, a character for each byte. Taken from one string: a view of the bytes for each
 * field costs a hundred times more.
 */
export function* nulFields(bytes: Uint8Array): Generator<string, undefined> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\0', at)
    const stop = end === -1 ? text.length : end
    yield text.slice(at, stop)
    at = stop + 1
  }
  return undefined
}
