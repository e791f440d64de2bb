import type { CheckContext } from '../check-context.ts'
import type { UnitChange } from '../compare-files.ts'
import type { Rule } from '../finding.ts'
import { RangeCoverage } from '../range-coverage.ts'
import type { ChangedFile } from '../read-changes.ts'

const mostNamed = 5

export const coverage: Rule = {
  name: 'coverage',
  meaning: 'too few of the changed units are annotated',
  async find(context) {
    const changed = await changedUnits(context)
    const bare = changed.filter(({ isCovered }) => !isCovered)
    const [first] = bare
    if (first === undefined) return []
    const share = (changed.length - bare.length) / changed.length
    const wanted = Number(context.session.config.values.get('check.minCoverage')?.value)
    if (share >= wanted) return []
    const names = bare.slice(0, mostNamed).map(({ change }) => `'${change.unit?.name}'`)
    const rest = bare.length > names.length ? ` and ${bare.length - names.length} more` : ''
    const counts = `${changed.length - bare.length} of ${changed.length} changed units are annotated`
    return [
      {
        file: first.file.path,
        line: first.change.line,
        anchor: first.change.unit?.name,
        commit: context.commitFor(first.file.path, first.file.pathBefore),
        message: `${counts}, less than ${percent(wanted)}: not ${names.join(', ')}${rest}`,
      },
    ]
  },
}

interface Changed {
  readonly file: ChangedFile
  readonly change: UnitChange
  readonly isCovered: boolean
}

async function changedUnits(context: CheckContext): Promise<Changed[]> {
  const covered = await RangeCoverage.load(context)
  const changed: Changed[] = []
  for (const file of await context.files())
    for (const change of file.units) {
      if (change.unit === undefined || !change.isOwn || change.kind === 'deleted') continue
      changed.push({ file, change, isCovered: await covered.has(file, change) })
    }
  return changed
}

function percent(share: number): string {
  return `${Math.round(share * 1000) / 10} %`
}
