/** Loaded before all test files: an empty home, a folder for all that is temporary, no outside git configuration, a fixed identity. */
import { afterAll } from 'bun:test'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const room = mkdtempSync(join(tmpdir(), 'ultragit-test-'))
// A hook of the preload runs once, when all files are done; one of a shared module would run after the first file only.
afterAll(() => rmSync(room, { recursive: true, force: true }), 120_000)
// Some tests let another user try.
chmodSync(room, 0o755)

for (const name of Object.keys(process.env)) {
  if (/^(GIT_|ULTRAGIT_|GITHUB_|GITLAB_|CI_|BUILDKITE|XDG_|CLAUDE_|NO_COLOR$|FORCE_COLOR$|CI$)/.test(name))
    delete process.env[name]
}

mkdirSync(join(room, 'home'))
mkdirSync(join(room, 'tmp'))
Object.assign(process.env, {
  HOME: join(room, 'home'),
  USERPROFILE: join(room, 'home'),
  TMPDIR: join(room, 'tmp'),
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'Ada Author',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Carl Committer',
  GIT_COMMITTER_EMAIL: 'carl@example.com',
  GIT_TERMINAL_PROMPT: '0',
  LC_ALL: 'C',
  TZ: 'UTC',
})
