/**
 * Strings that look like credentials. A note is pushed and fetched and kept for ever, so a guess too many is better than
 * one too few; but what we write ourselves (object ids, fingerprints, sketches) must never look like one.
 */
import { isJsonObject } from '../annotation/json-object.ts'

export interface FoundSecret {
  /** A JSON path: `regions[0].intent`. */
  readonly path: string
  readonly kind: string
  /** The first characters, enough to find it. */
  readonly shown: string
}

interface Pattern {
  readonly kind: string
  readonly shape: RegExp
  /** A further look at what matched; the first group, or all of it. */
  readonly check?: (match: string) => boolean
}

export const patterns: readonly Pattern[] = [
  { kind: 'private key', shape: /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/g },
  { kind: 'AWS access key', shape: /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}\b/g },
  { kind: 'GitHub token', shape: /\bgh[pousr]_[A-Za-z0-9]{36,}\b/g },
  { kind: 'GitHub token', shape: /\bgithub_pat_[A-Za-z0-9_]{22,}\b/g },
  { kind: 'GitLab token', shape: /\bgl(?:pat|ptt|dt|rt|cbt|oas)-[A-Za-z0-9_-]{20,}/g },
  { kind: 'Slack token', shape: /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g },
  {
    kind: 'Slack webhook',
    shape: /hooks\.slack\.com\/services\/T[A-Z0-9]{6,}\/B[A-Z0-9]{6,}\/[A-Za-z0-9]{16,}/g,
  },
  { kind: 'Google API key', shape: /\bAIza[A-Za-z0-9_-]{35}/g },
  { kind: 'Google OAuth secret', shape: /\bGOCSPX-[A-Za-z0-9_-]{24,}/g },
  { kind: 'Stripe key', shape: /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}/g },
  { kind: 'API key', shape: /\bsk-(?:[a-z]+-)*[A-Za-z0-9_-]{24,}/g, check: isMixed },
  { kind: 'npm token', shape: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { kind: 'PyPI token', shape: /\bpypi-[A-Za-z0-9_-]{50,}/g },
  { kind: 'SendGrid key', shape: /\bSG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}\b/g },
  { kind: 'Azure storage key', shape: /\bAccountKey=[A-Za-z0-9+/]{80,}={0,2}/g },
  { kind: 'JSON web token', shape: /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/g },
  {
    kind: 'password in an address',
    shape: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@<>{}$*]{1,200}:([^\s/@]{3,200})@/gi,
    check: isNoPlaceholder,
  },
  {
    kind: 'assigned secret',
    shape:
      /(?:pass(?:word|wd|phrase)?|secret|token|credentials?|api[_-]?key|access[_-]?key|auth[_-]?key|private[_-]?key)["'`]?\s*(?::|=>?|:=)\s*["'`]?([^\s"'`,;]{12,200})/gi,
    check: (value) => isNoPlaceholder(value) && !isOurs(value) && isMixed(value) && entropy(value) >= 3.3,
  },
]

/** Looks through every string of a document. */
export function findSecrets(value: unknown, path = ''): FoundSecret[] {
  if (typeof value === 'string') return secretsIn(value).map((found) => ({ path, ...found }))
  if (Array.isArray(value)) return value.flatMap((item, at) => findSecrets(item, `${path}[${at}]`))
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([key, member]) =>
    key === 'trace' ? [] : findSecrets(member, path === '' ? key : `${path}.${key}`),
  )
}

function secretsIn(text: string): Omit<FoundSecret, 'path'>[] {
  return patterns.flatMap(({ kind, shape, check }) =>
    [...text.matchAll(shape)]
      .filter(([all, part]) => check?.(part ?? all) !== false)
      .map(([all, part]) => ({ kind, shown: `${(part ?? all).slice(0, 4)}…` })),
  )
}

/** Object ids, digests, and what traces are made of. */
function isOurs(value: string): boolean {
  return /^(?:[0-9a-f]{7,64}|u[gl]\d+:.*|(?:sha\d+|md5)[-:].*)$/i.test(value)
}

function isNoPlaceholder(value: string): boolean {
  return !/^[<{[$%*(]|\$\{|\{\{|(.)\1{4}|^(?:password|passwd|pass|secret|token|changeme|example|redacted|user|xxx)/i.test(
    value,
  )
}

/** Letters and digits in one, and nothing that makes it an expression, a path or a name in a program. */
function isMixed(value: string): boolean {
  if (
    /[()]|::|\.\.|^\.?\/|^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$|^[\w.-]+(?:\/[\w.-]+)+\.\w+$/.test(value)
  )
    return false
  return /[A-Za-z]/.test(value) && /\d/.test(value)
}

/** Bits per character. */
function entropy(value: string): number {
  const counts = new Map<string, number>()
  for (const char of value) counts.set(char, (counts.get(char) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length)
  return bits
}
