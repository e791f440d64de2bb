import { openRepository } from '../../../src/git/open-repository.ts'
import type { Open } from './histories.ts'
import { repositoryContract } from './repository-contract.ts'
import { writerContract } from './writer.ts'

const open: Open = (dir, env = process.env) => openRepository({ cwd: dir, env, backend: 'native' })

repositoryContract('native', open)
writerContract(open)
