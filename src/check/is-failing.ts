import type { Severity } from './finding.ts'

/** At or above `--fail-on`. */
export function isFailing(severity: Severity, failOn: Severity): boolean {
  return severity === 'error' || failOn === 'warning'
}
