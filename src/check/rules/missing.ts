import type { Finding, Rule } from '../finding.ts'

export const missing: Rule = {
  name: 'missing',
  meaning: 'a commit without an annotation',
  async find(context) {
    const { scan, locations } = context
    const findings: Finding[] = []
    for (const { oid, isMerge, isExcluded, skip, subject } of scan.commits) {
      if (isMerge || isExcluded || skip !== undefined || context.noteRow(oid) !== undefined) continue
      findings.push({
        ...(await locations.ofCommit(oid)),
        commit: oid,
        message: `${oid.slice(0, 12)} has no annotation: ${subject}`,
      })
    }
    return findings
  },
}
