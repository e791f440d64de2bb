/** `check`: what a change of the code does to the reasons recorded about it. Rules say what they find, the policy how bad that is. */
import { throwIfAborted } from '../base/errors.ts'
import { noteWarnings } from '../read/warnings.ts'
import { notesRef, type Session } from '../session.ts'
import { type CheckAnswer, type CheckFinding, checkSchemaId } from './check-answer.ts'
import { CheckContext, type ContextOptions } from './check-context.ts'
import type { Finding, RuleName, Severity } from './finding.ts'
import type { CheckSession } from './open-check-session.ts'
import { rules } from './rules.ts'

export async function check(
  { session, range, warnings }: CheckSession,
  options: ContextOptions,
): Promise<CheckAnswer> {
  const context = await CheckContext.open(session, range, options)
  const findings: CheckFinding[] = []
  for (const rule of rules) {
    throwIfAborted(options.signal)
    const severity = severityOf(session, rule.name)
    if (severity === 'off') continue
    for (const finding of await rule.find(context))
      findings.push(present({ rule: rule.name, severity, finding }))
  }
  await context.keepEntries()
  session.index().cache.flush()
  const { commits } = context.scan
  return {
    $schema: checkSchemaId,
    query: {
      range: range.name,
      ...(range.base === undefined ? {} : { base: range.base }),
      head: range.head,
      root: session.root,
    },
    policy: Object.fromEntries(rules.map(({ name }) => [name, severityOf(session, name)])),
    findings: findings.sort(compareFindings),
    commits: commits.map(({ oid, subject }) => ({ commit: oid, subject })),
    ...list('notes', commits.length === 0 ? ['the range is empty: there is nothing to check'] : []),
    ...list('warnings', [
      ...session.config.warnings,
      ...warnings,
      ...missingNotes(session),
      ...noteWarnings(session),
    ]),
    stats: {
      commits: commits.length,
      annotated: commits.filter(({ oid }) => context.noteRow(oid) !== undefined).length,
      errors: findings.filter(({ severity }) => severity === 'error').length,
      warnings: findings.filter(({ severity }) => severity === 'warning').length,
    },
  }
}

function severityOf(session: Session, rule: RuleName): Severity | 'off' {
  return session.config.values.get(`check.${rule}`)?.value as Severity | 'off' // the table of settings allows no other
}

/** CI clones without notes: then every commit seems to lack one, and no constraint is known. */
function missingNotes(session: Session): string[] {
  if (session.index().isPresent) return []
  const ref = notesRef(session)
  const name = ref.slice('refs/notes/'.length)
  const fetch = `git fetch origin '+refs/notes/${name}*:refs/notes/remotes/origin/${name}*'`
  return [`'${ref}' is not in this clone: if others have annotations, bring them with ${fetch}`]
}

function present({
  rule,
  severity,
  finding,
}: {
  readonly rule: RuleName
  readonly severity: Severity
  readonly finding: Finding
}): CheckFinding {
  const { file, line, anchor, commit, message, constraints, dependents } = finding
  return {
    rule,
    severity,
    ...(file === undefined ? {} : { file }),
    ...(line === undefined ? {} : { line }),
    ...(anchor === undefined ? {} : { anchor }),
    commit,
    message,
    ...(constraints === undefined ? {} : { constraints: constraints.map(({ ...one }) => one) }),
    ...(dependents === undefined ? {} : { dependents: dependents.map(({ ...one }) => one) }),
  }
}

/** Errors first, then by place: a total order. */
function compareFindings(a: CheckFinding, b: CheckFinding): number {
  return (
    Number(a.severity === 'warning') - Number(b.severity === 'warning') ||
    Number(a.file === undefined) - Number(b.file === undefined) ||
    compareText(a.file ?? '', b.file ?? '') ||
    (a.line ?? 0) - (b.line ?? 0) ||
    ruleOrder(a) - ruleOrder(b) ||
    compareText(a.commit, b.commit) ||
    compareText(a.message, b.message)
  )
}

function ruleOrder({ rule }: CheckFinding): number {
  return rules.findIndex(({ name }) => name === rule)
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function list<K extends string>(key: K, items: readonly string[]): { [P in K]?: string[] } {
  return (items.length === 0 ? {} : { [key]: [...items] }) as { [P in K]?: string[] } // a computed key loses its name
}
