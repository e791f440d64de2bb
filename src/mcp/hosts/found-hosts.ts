/** The hosts that were ever used on this machine, judged by the folders they leave. */
import type { Machine } from './host.ts'
import { type HostName, hostNamed, hostNames } from './host-table.ts'

export function foundHosts(machine: Machine, exists: (path: string) => boolean): HostName[] {
  return hostNames.filter((name) => hostNamed(name).traces(machine).some(exists))
}
