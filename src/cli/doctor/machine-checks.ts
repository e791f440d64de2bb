/** Checks that need no repository. */
import { findGit } from '../../git/native/find-git.ts'
import { commit, version } from '../../version.ts'
import type { Surroundings } from '../command.ts'
import type { Check } from './finding.ts'

export const machineChecks: readonly Check<Surroundings>[] = [
  {
    check: 'binary',
    run: async () => ({
      status: 'ok',
      text: `ultragit ${version} (${commit}), ${process.platform} ${process.arch}`,
    }),
  },
  {
    check: 'git',
    run: async ({ env }) => {
      const program = findGit(env.PATH, [])
      if (program !== undefined) return { status: 'ok', text: program }
      return {
        status: 'warn',
        text: 'git was not found on PATH: reading works with the built-in git, writing does not',
        fix: 'install git',
      }
    },
  },
  {
    check: 'grammars',
    run: async () => {
      const { outlineSource } = await import('../../outline/outline-source.ts')
      const outline = await outlineSource('check.ts', 'export function check() {}\n')
      if (outline?.units.some(({ name }) => name === 'check'))
        return { status: 'ok', text: 'the embedded grammars load' }
      return { status: 'fail', text: 'the embedded grammars do not load', fix: 'install ultragit anew' }
    },
  },
]
