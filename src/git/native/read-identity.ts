/** Who writes, as git would say it, from the environment and the configuration alone: a process for it costs too much. */
import type { ConfigEntry } from '../repository.ts'

export type Role = 'author' | 'committer'

export interface Identity {
  readonly name: string
  readonly email: string
}

type Environment = Readonly<Record<string, string | undefined>>

/** A machine nobody introduced to git still may write a note. */
const nobody: Identity = { name: 'ultragit', email: 'ultragit@localhost' }

export function readIdentity(role: Role, env: Environment, config: readonly ConfigEntry[]): Identity {
  const configured = (key: string) => config.findLast((entry) => entry.key === key)?.value
  const variable = `GIT_${role.toUpperCase()}`
  const name = firstFilled([env[`${variable}_NAME`], configured(`${role}.name`), configured('user.name')])
  const email = firstFilled([
    env[`${variable}_EMAIL`],
    configured(`${role}.email`),
    configured('user.email'),
    env.EMAIL,
  ])
  return { name: name ?? nobody.name, email: email ?? nobody.email }
}

/** `Name <email> seconds zone`, as it stands in a commit. */
export function identityLine({ name, email }: Identity, env: Environment, now: Date): string {
  const [, seconds, zone] = /^@?(\d{1,12}) ([+-]\d{4})$/.exec(env.GIT_COMMITTER_DATE?.trim() ?? '') ?? []
  const time =
    seconds === undefined ? `${Math.floor(now.getTime() / 1000)} ${zoneOf(now)}` : `${seconds} ${zone}`
  return `${name} <${email}> ${time}`
}

/** What would end the name, the address or the line is left out, as git does. */
function firstFilled(candidates: readonly (string | undefined)[]): string | undefined {
  for (const candidate of candidates) {
    const clean = candidate?.replace(/[<>\n\0]/g, '').replace(crud, '') ?? ''
    if (clean !== '') return clean
  }
  return undefined
}

const crud = /^[\x00-\x20.,:;<>"\\']+|[\x00-\x20.,:;<>"\\']+$/g

function zoneOf(now: Date): string {
  const east = -now.getTimezoneOffset()
  const digits = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${east < 0 ? '-' : '+'}${digits(Math.abs(east) / 60)}${digits(Math.abs(east) % 60)}`
}
