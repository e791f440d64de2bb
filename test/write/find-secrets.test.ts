import { describe, expect, test } from 'bun:test'
import { sketchAddedLines } from '../../src/annotation/trace/added-lines.ts'
import { fingerprintUnit } from '../../src/annotation/trace/unit-fingerprint.ts'
import { findSecrets, patterns } from '../../src/write/find-secrets.ts'
import { Random } from '../support/random.ts'

const random = new Random(5)
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const noise = (length: number, from = letters) =>
  Array.from({ length }, () => random.pick([...from])).join('')
const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Made here and not written out, so that nobody's scanner stops at this file. */
const secrets: [kind: string, text: string][] = [
  ['private key', `-----BEGIN ${'RSA'} PRIVATE KEY-----`],
  ['private key', `-----BEGIN PRIVATE ${'KEY'}-----\nMIIE`],
  ['private key', `-----BEGIN OPENSSH PRIVATE ${'KEY'}-----`],
  ['private key', `-----BEGIN PGP PRIVATE ${'KEY'} BLOCK-----`],
  ['AWS access key', `uses AKIA${noise(16, upper)} for it`],
  ['GitHub token', `ghp_${noise(36)}`],
  ['GitHub token', `x=ghs_${noise(36)};`],
  ['GitHub token', `github_pat_${noise(22)}_${noise(59)}`],
  ['GitLab token', `glpat-${noise(20)}`],
  ['Slack token', `xoxb-${noise(12, '0123456789')}-${noise(24)}`],
  ['Slack webhook', `https://hooks.slack.com/services/T${noise(9, upper)}/B${noise(9, upper)}/${noise(24)}`],
  ['Google API key', `AIza${noise(35)}`],
  ['Google OAuth secret', `GOCSPX-${noise(28)}`],
  ['Stripe key', `sk_live_${noise(24)}`],
  ['API key', `sk-ant-api03-${noise(60)}`],
  ['API key', `sk-proj-${noise(48)}`],
  ['npm token', `npm_${noise(36)}`],
  ['PyPI token', `pypi-AgEIcHlwaS5vcmc${noise(60)}`],
  ['SendGrid key', `SG.${noise(22)}.${noise(43)}`],
  ['Azure storage key', `AccountKey=${noise(86)}==`],
  ['JSON web token', `eyJ${noise(20)}.eyJ${noise(40)}.${noise(43)}`],
  ['password in an address', `postgres://admin:${noise(14)}@db.internal/x`],
  ['assigned secret', `password = "${noise(18)}"`],
  ['assigned secret', `API_KEY: ${noise(32)}`],
  ['assigned secret', `the secret=${noise(24)} works`],
  ['assigned secret', `{"clientSecret": "${noise(30)}"}`],
]

const harmless = [
  'the token is refreshed every 30 minutes, because the gateway drops it after 35',
  'token: see RFC 7519 for its shape',
  'password = getPassword(user.id, options)',
  `password: \${DB_PASSWORD}`,
  'secret=<your-secret-here-12345>',
  'apiKey = process.env.API_KEY_2',
  'const token = await this.tokens.next()',
  'https://user:password@example.com/',
  'https://$USER:$TOKEN@example.com/',
  'git@github.com:owner/name.git',
  'token: 8a1e65aa7cd48d09fc60c1e7793afe73a9898992',
  'secret: sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
  'password: xxxxxxxxxxxxxxxx',
  'passwordResetTokenLifetime = defaultLifetimeInSeconds',
  'see src/auth/token.ts:120 and pass: src/a/very/long/path1.ts',
  'sk-learn is not used here, scikit-learn-contrib-something is',
  'AKIAthing',
  'token:MqttClient::connect2',
]

describe('findSecrets', () => {
  for (const [kind, text] of secrets) {
    test(`finds a ${kind} in ${JSON.stringify(text.slice(0, 12))}…`, () => {
      expect(findSecrets({ a: [text] }).map((found) => `${found.path} ${found.kind}`)).toContain(
        `a[0] ${kind}`,
      )
    })
  }

  test('every pattern is tried here', () => {
    const tried = new Set(secrets.map(([kind]) => kind))
    expect(patterns.filter(({ kind }) => !tried.has(kind))).toEqual([])
  })

  for (const text of harmless) {
    test(`lets ${JSON.stringify(text.slice(0, 40))} pass`, () => {
      expect(findSecrets(text)).toEqual([])
    })
  }

  test('never takes what we write ourselves for a secret, however it is introduced', () => {
    for (let round = 0; round < 200; round++) {
      const unit = fingerprintUnit(noise(400, `${letters} \n(){};`), 'x')
      const added = sketchAddedLines([noise(30), noise(30)]) ?? ''
      const oid = noise(40, '0123456789abcdef')
      for (const ours of [unit, added, oid])
        for (const lead of ['', 'token: ', 'secret = ', '"key":'])
          expect(findSecrets(`${lead}${ours}`)).toEqual([])
    }
  })

  test('shows no more than the beginning', () => {
    const token = `ghp_${noise(36)}`
    expect(JSON.stringify(findSecrets(token))).not.toContain(token.slice(0, 8))
  })
})
