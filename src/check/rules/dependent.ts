import type { RepoPath } from '../../base/ids.ts'
import { readAtOnce } from '../../place/read-ahead.ts'
import type { Dependent } from '../../read/find-dependents.ts'
import type { CheckContext } from '../check-context.ts'
import type { UnitChange } from '../compare-files.ts'
import type { Finding, Rule } from '../finding.ts'
import type { ChangedFile } from '../read-changes.ts'
import { dependentsOf, recordedDependent } from '../unit-dependents.ts'

const mostNamed = 3

export const dependent: Rule = {
  name: 'dependent',
  meaning: 'a changed unit that other code declares assumptions about',
  async find(context) {
    const findings: Finding[] = []
    const files = await context.files()
    for (let from = 0; from < files.length; from += readAtOnce) {
      const some = files.slice(from, from + readAtOnce)
      const found = await dependentsOf(context.places, some)
      for (const [at, file] of some.entries())
        for (const [change, dependents] of found[at] ?? []) {
          const surprised: Dependent[] = []
          for (const one of dependents)
            if (!(await isAboutNow(context, one, { file, change }))) surprised.push(one)
          if (surprised.length > 0) findings.push(describe(context, { file, change }, surprised))
        }
    }
    return findings
  },
}

interface Touched {
  readonly file: ChangedFile
  readonly change: UnitChange
}

/** Declared in the range, on a commit where the unit already was what it is now. */
async function isAboutNow(
  context: CheckContext,
  { note }: Dependent,
  { file, change }: Touched,
): Promise<boolean> {
  if (!(await context.notes()).has(note.target)) return false
  const now = await unitText(context, context.range.head, file.path, change.unit?.name)
  for (const path of [file.path, file.pathBefore]) {
    if (path === undefined) continue
    if ((await unitText(context, note.target, path, change.unit?.name)) === now) return true
  }
  return false
}

async function unitText(
  context: CheckContext,
  commit: Dependent['note']['target'],
  path: RepoPath,
  name: string | undefined,
): Promise<string | undefined> {
  const code = await context.codeAt(commit, path)
  if (code === undefined || code === 'unreadable') return undefined
  const { text, units } = code
  const unit = name === undefined ? undefined : units.find((one) => one.name === name)
  if (name !== undefined && unit === undefined) return undefined
  const lines =
    unit === undefined ? text.lines.slice() : text.lines.slice(unit.lines.start - 1, unit.lines.end)
  return lines.join('\n').replace(/\s+/g, '')
}

function describe(
  context: CheckContext,
  { file, change }: Touched,
  dependents: readonly Dependent[],
): Finding {
  const subject = change.unit === undefined ? `'${file.path}'` : `'${change.unit.name}'`
  const recorded = dependents.map(recordedDependent)
  const named = recorded.slice(0, mostNamed).map(({ file: path, anchor, nature }) => {
    const where = anchor === undefined ? `'${path}'` : `'${anchor}' in '${path}'`
    return nature === undefined ? where : `${where} (${nature})`
  })
  const rest = recorded.length > mostNamed ? ` and ${recorded.length - mostNamed} more` : ''
  return {
    file: file.path,
    line: change.line,
    anchor: change.unit?.name,
    commit: context.commitFor(file.path, file.pathBefore),
    message: `${subject} ${change.kind === 'deleted' ? 'is gone' : 'changed'}; ${named.join(', ')}${rest} ${recorded.length === 1 ? 'relies' : 'rely'} on it`,
    dependents: recorded,
  }
}
