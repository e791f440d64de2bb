/** Loaded before every test file: an empty home, no outside git configuration, fixed identity and dates. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const room = mkdtempSync(join(tmpdir(), 'ultragit-home-'))
process.on('exit', () => rmSync(room, { recursive: true, force: true }))

for (const name of Object.keys(process.env)) {
  if (/^(GIT_|ULTRAGIT_|GITHUB_|GITLAB_|CI_|BUILDKITE|XDG_|CLAUDE_|NO_COLOR$|FORCE_COLOR$|CI$)/.test(name))
    delete process.env[name]
}

mkdirSync(join(room, 'home'))
Object.assign(process.env, {
  HOME: join(room, 'home'),
  USERPROFILE: join(room, 'home'),
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
