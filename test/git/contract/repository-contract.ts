/** What every backend must answer, compared with the installed git. */
import { describe, setDefaultTimeout } from 'bun:test'
import type { Repository } from '../../../src/git/repository.ts'
import { blameContract } from './blame.ts'
import { changesContract } from './changes.ts'
import { configurationContract } from './configuration.ts'
import { Histories, type Open, patience } from './histories.ts'
import { historyContract } from './history.ts'
import { horizonContract } from './horizon.ts'
import { notesContract } from './notes.ts'
import { objectsContract } from './objects.ts'
import { revisionsContract } from './revisions.ts'
import { stagedContract } from './staged.ts'

export function repositoryContract(name: Repository['backend'], open: Open): void {
  setDefaultTimeout(patience)
  const histories = new Histories(name, open)
  describe(`${name} revisions`, () => revisionsContract(open))
  describe(`${name} objects`, () => objectsContract(open))
  describe(`${name} notes`, () => notesContract(open))
  describe(`${name} history`, () => historyContract(histories))
  describe(`${name} changes`, () => changesContract(open, histories))
  describe(`${name} configuration and index`, () => configurationContract(open))
  describe(`${name} index against HEAD`, () => stagedContract(open))
  describe(`${name} blame`, () => blameContract(histories))
  describe(`${name} horizon`, () => horizonContract(histories))
}
