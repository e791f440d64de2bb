import { UltragitError } from '../base/errors.ts'
import { findSecrets } from './find-secrets.ts'

/** Stops a write of what looks like a credential, and says where it is. */
export function refuseSecrets(said: object): void {
  const found = findSecrets(said)
  if (found.length === 0) return
  const places = found.map(({ path, kind, shown }) => `${path} (${kind}, '${shown}')`)
  throw new UltragitError('data_invalid', `this looks like a credential: ${places.join('; ')}`, {
    hint: 'notes are shared and kept; take it out, or --allow-secrets if it is none',
  })
}
