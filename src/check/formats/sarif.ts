import { encodePath } from '../../base/path-bytes.ts'
import { safeJson, visibleLine } from '../../read/render/safe-text.ts'
import { version } from '../../version.ts'
import type { CheckAnswer, CheckFinding } from '../check-answer.ts'
import { rules } from '../rules.ts'
import { recordedWords } from './describe-finding.ts'
import type { CheckRenderer } from './render-check.ts'

const schema = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json'

/** SARIF 2.1.0, for code scanning. */
export const renderSarif: CheckRenderer = (answer) =>
  safeJson({
    $schema: schema,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'ultragit', version, rules: rules.map((rule) => ruleOf(rule, answer)) } },
        columnKind: 'utf16CodeUnits',
        results: answer.findings.map(resultOf),
      },
    ],
  })

function ruleOf({ name, meaning }: (typeof rules)[number], { policy }: CheckAnswer): object {
  const severity = policy[name] ?? 'off'
  return {
    id: name,
    shortDescription: { text: meaning },
    defaultConfiguration: severity === 'off' ? { enabled: false } : { level: severity },
  }
}

function resultOf(finding: CheckFinding): object {
  const { rule, severity, file, line, anchor, commit, message } = finding
  const place = { artifactLocation: { uri: uriOf(file ?? ''), uriBaseId: '%SRCROOT%' } }
  const logical = anchor === undefined ? {} : { logicalLocations: [{ fullyQualifiedName: anchor }] }
  return {
    ruleId: rule,
    ruleIndex: rules.findIndex(({ name }) => name === rule),
    level: severity,
    message: { text: [visibleLine(message), ...recordedWords(finding)].join('\n') },
    ...(file === undefined
      ? {}
      : {
          locations: [
            {
              physicalLocation: { ...place, ...(line === undefined ? {} : { region: { startLine: line } }) },
              ...logical,
            },
          ],
        }),
    // The same finding in the next run, although lines shift: what it is about, not where it stands.
    partialFingerprints: { 'ultragit/v1': fingerprint([rule, file, anchor ?? message]) },
    properties: { commit },
  }
}

function fingerprint(parts: readonly (string | undefined)[]): string {
  return new Bun.CryptoHasher('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
}

/** A relative URI; the bytes of a path, whatever their encoding. */
function uriOf(path: string): string {
  let uri = ''
  for (const byte of encodePath(path)) {
    const char = String.fromCharCode(byte)
    uri += /[A-Za-z0-9\-._~/]/.test(char) ? char : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }
  return uri
}
