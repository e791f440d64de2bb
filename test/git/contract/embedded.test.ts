import { expect, test } from 'bun:test'
import { openRepository } from '../../../src/git/open-repository.ts'
import { TempRepo } from '../../support/temp-repo.ts'
import type { Open } from './histories.ts'
import { repositoryContract } from './repository-contract.ts'

const open: Open = (dir, env = process.env) => openRepository({ cwd: dir, env, backend: 'embedded' })

repositoryContract('embedded', open)

test('the embedded backend never writes', async () => {
  const repo = await open(TempRepo.init().dir)
  expect(repo.backend).toBe('embedded')
  expect(repo.writer).toBeUndefined()
  repo.close()
})
