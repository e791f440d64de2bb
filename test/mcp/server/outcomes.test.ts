/** What a call comes to: answers, mistakes an agent can mend, and a repository that breaks and is mended. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { cpSync, readdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { TempRepo, tempFolder } from '../../support/temp-repo.ts'
import { annotate, annotatedRepo } from './annotated-repo.ts'
import { ServerProcess, textOf } from './server-process.ts'

const repo = annotatedRepo()
let server: ServerProcess

beforeAll(async () => {
  server = new ServerProcess({ cwd: repo.dir })
  await server.initialize()
})

afterAll(async () => {
  await server.close()
})

async function outcome(given: Record<string, unknown>, tool = 'ultragit_read', at = server) {
  const message = await at.call(tool, given)
  return { text: textOf(message), isError: message.result?.isError === true }
}

/** A copy nobody else uses: these tests break it. */
function copyOfRepo(): TempRepo {
  const dir = tempFolder()
  cpSync(repo.dir, dir, { recursive: true })
  return new TempRepo(dir)
}

describe('mistakes are results that say what to send', () => {
  test.each([
    [{}, 'Missing required argument: path'],
    [{ path: '' }, 'Missing required argument: path'],
    [{ path: null }, 'Missing required argument: path'],
    [{ path: 5 }, "'path' must be a string, such as 'src/client.ts'"],
    [{ path: ['src'] }, "'path' must be a string, such as 'src/client.ts'"],
    [{ path: 'src/client.ts', anchor: 5 }, "'anchor' must be a string, such as 'MqttClient::connect'"],
    [{ path: 'src/client.ts', lines: 5 }, "'lines' must be a string, such as '42:67'"],
    [{ path: 'src/client.ts', lines: 'x' }, "'lines' must be START:END, counted from 1, such as '42:67'"],
    [{ path: 'src/client.ts', lines: '9:3' }, "'lines' must be START:END, counted from 1, such as '42:67'"],
    [{ path: 'src/client.ts', lines: '0:3' }, "'lines' must be START:END, counted from 1, such as '42:67'"],
    [{ path: 'src/client.ts', anchor: 'a', lines: '1:2' }, "send either 'anchor' or 'lines', not both"],
    [{ path: 'src/client.ts', max_tokens: -1 }, "'max_tokens' must be a whole number, 0 or more"],
    [{ path: 'src/client.ts', max_tokens: 1.5 }, "'max_tokens' must be a whole number, 0 or more"],
    [{ path: 'src/client.ts', max_tokens: '900' }, "'max_tokens' must be a whole number, 0 or more"],
    [{ path: 'src/nothing.ts' }, 'File not found: src/nothing.ts'],
  ])('%j', async (given, text) => {
    expect(await outcome(given)).toEqual({ text, isError: true })
  })

  test.each([0, -3, 2.5, '5', true])('limit %j', async (limit) => {
    expect(await outcome({ path: 'src/client.ts', limit }, 'ultragit_history')).toEqual({
      text: "'limit' must be a whole number, 1 or more",
      isError: true,
    })
  })

  test.each(['ultragit_read', 'ultragit_deps', 'ultragit_history', 'ultragit_summary'])(
    '%s of a file that is not there, of a way out, of lines past the end',
    async (tool) => {
      expect(await outcome({ path: 'no/such.ts' }, tool)).toEqual({
        text: 'File not found: no/such.ts',
        isError: true,
      })
      for (const path of ['../x', '/etc/passwd', 'src/../../x']) {
        const { text, isError } = await outcome({ path }, tool)
        expect({ isError, said: text.includes('outside the repository') }).toEqual({
          isError: true,
          said: true,
        })
      }
    },
  )

  test('a path with a NUL byte, lines past the end, a folder', async () => {
    for (const given of [
      { path: 'src/\0.ts' },
      { path: '/\0/x.ts' },
      { path: `/${'x/'.repeat(5_000)}` },
      { path: 'x'.repeat(500_000) },
      { path: 'src/client.ts', lines: '900:901' },
      { path: 'src' },
    ]) {
      expect((await outcome(given)).isError).toBe(true)
    }
  })
})

describe('answers', () => {
  test('an anchor that is not there answers for the file and says so', async () => {
    const { text, isError } = await outcome({ path: 'src/client.ts', anchor: 'disconnect' })
    expect(isError).toBe(false)
    const answer = JSON.parse(text)
    expect(answer.notes[0]).toStartWith(
      "Anchor 'disconnect' not found in src/client.ts. Returning file-level annotations.",
    )
    expect(answer.regions.length).toBeGreaterThan(0)
  })

  test('nothing annotated is a success with zeros', async () => {
    const { text, isError } = await outcome({ path: 'README.md' })
    expect(isError).toBe(false)
    expect(JSON.parse(text)).toMatchObject({ regions: [], stats: { annotations_found: 0 } })
  })

  test('unknown arguments are ignored; null and empty optional ones count as absent', async () => {
    const plain = await outcome({ path: 'src/client.ts' })
    expect(plain.isError).toBe(false)
    expect(
      await outcome({ path: 'src/client.ts', depth: 5, all: true, anchor: null, lines: '', nonsense: {} }),
    ).toEqual(plain)
  })

  test('max_tokens makes the answer fit', async () => {
    const whole = await outcome({ path: 'src/client.ts', max_tokens: 0 })
    const small = await outcome({ path: 'src/client.ts', max_tokens: 200 })
    expect(small.text.length).toBeLessThan(whole.text.length)
    expect(JSON.parse(small.text).trimmed.budget).toBe(200)
  })

  test('a commit and a note made a second ago are seen', async () => {
    const fresh = copyOfRepo()
    const here = new ServerProcess({ cwd: fresh.dir })
    await here.initialize()
    const before = JSON.parse((await outcome({ path: 'README.md' }, 'ultragit_read', here)).text)
    const commit = fresh.commit({ 'README.md': '# Broker\n\nother words\n' })
    const between = JSON.parse((await outcome({ path: 'README.md' }, 'ultragit_read', here)).text)
    annotate(fresh, commit, 'words', [{ file: 'README.md', lines: [3, 3], intent: 'say it better' }])
    const after = JSON.parse((await outcome({ path: 'README.md' }, 'ultragit_read', here)).text)
    expect(before.query.head).not.toBe(commit)
    expect(between).toMatchObject({ query: { head: commit }, regions: [] })
    expect(after.regions).toMatchObject([{ intent: 'say it better', commit }])
    expect((await here.close()).status).toBe(0)
  })

  test('progress is reported to a client that asked for it, and goes forward only', async () => {
    const id = server.ask('tools/call', {
      name: 'ultragit_summary',
      arguments: { path: '.' },
      _meta: { progressToken: 'p-1' },
    })
    expect((await server.answer(id)).result?.isError).toBeUndefined()
    const said = server.messages.filter(
      ({ method, params }) => method === 'notifications/progress' && params?.progressToken === 'p-1',
    )
    expect(said.length).toBeGreaterThan(0)
    const steps = said.map(({ params }) => Number(params?.progress))
    expect(steps).toEqual([...steps].sort((a, b) => a - b))
    expect(said.at(-1)?.params?.progress).toBe(said.at(-1)?.params?.total)
  })
})

describe('settings', () => {
  test('a broken file is named with line and column, and works again once mended', async () => {
    const broken = copyOfRepo()
    const here = new ServerProcess({ cwd: broken.dir })
    await here.initialize()
    const good = await outcome({ path: 'src/client.ts' }, 'ultragit_read', here)
    broken.write('.ultragit-config.toml', '[read]\nmax_regions = = 3\n')
    const bad = await outcome({ path: 'src/client.ts' }, 'ultragit_read', here)
    expect(bad.isError).toBe(true)
    expect(bad.text).toMatch(/\.ultragit-config\.toml.*2.*1[0-9]/)
    broken.write('.ultragit-config.toml', '[read]\nmax_regions = 20\n')
    expect(await outcome({ path: 'src/client.ts' }, 'ultragit_read', here)).toEqual(good)
    expect(await here.close()).toMatchObject({ status: 0, stderr: '' })
  })

  test('broken from the start, it works once it is mended', async () => {
    const broken = copyOfRepo()
    broken.write('.ultragit-config.toml', 'noteref =\n')
    const here = new ServerProcess({ cwd: broken.dir })
    await here.initialize()
    for (let times = 0; times < 2; times++)
      expect((await outcome({ path: 'src/client.ts' }, 'ultragit_read', here)).isError).toBe(true)
    await Bun.file(join(broken.dir, '.ultragit-config.toml')).delete()
    expect((await outcome({ path: 'src/client.ts' }, 'ultragit_read', here)).isError).toBe(false)
    expect(await here.close()).toMatchObject({ status: 0, stderr: '' })
  })

  test('what is excluded is answered empty, as soon as it is excluded', async () => {
    const scoped = copyOfRepo()
    const here = new ServerProcess({ cwd: scoped.dir })
    await here.initialize()
    scoped.git('config', 'ultragit.exclude', 'src/**')
    const excluded = JSON.parse((await outcome({ path: 'src/client.ts' }, 'ultragit_read', here)).text)
    expect(excluded).toMatchObject({ regions: [] })
    expect(excluded.notes[0]).toContain('excluded by the configuration')
    scoped.git('config', '--unset', 'ultragit.exclude')
    scoped.git('config', 'ultragit.include', 'lib/**')
    expect(
      JSON.parse((await outcome({ path: 'src/client.ts' }, 'ultragit_read', here)).text).regions,
    ).toEqual([])
    expect(
      JSON.parse((await outcome({ path: 'lib/fields.py' }, 'ultragit_read', here)).text).regions,
    ).toHaveLength(1)
    await here.close()
  })

  test('--noteref reads another ref; one that is not there is an error of each call', async () => {
    const other = copyOfRepo()
    const head = other.head()
    other.note(
      head,
      JSON.stringify({
        $schema: 'ultragit/v1',
        commit: head,
        summary: 'x',
        regions: [{ file: 'README.md', intent: 'from another ref' }],
      }),
      'other',
    )
    const here = new ServerProcess({ cwd: other.dir, args: ['--noteref', 'other'] })
    await here.initialize()
    const { text } = await outcome({ path: 'README.md' }, 'ultragit_read', here)
    expect(JSON.parse(text).regions).toMatchObject([{ intent: 'from another ref' }])
    await here.close()
    const none = new ServerProcess({ cwd: other.dir, args: ['--noteref=nowhere'] })
    await none.initialize()
    for (const tool of ['ultragit_read', 'ultragit_deps', 'ultragit_history', 'ultragit_summary']) {
      const missing = await outcome({ path: 'README.md' }, tool, none)
      expect(missing.isError).toBe(true)
      expect(missing.text).toContain("the notes ref 'refs/notes/nowhere' does not exist")
    }
    expect((await none.request('ping')).result).toEqual({})
    await none.close()
  })
})

describe('a repository that breaks while the server runs', () => {
  test('.git goes away and comes back', async () => {
    const broken = copyOfRepo()
    const here = new ServerProcess({ cwd: broken.dir })
    await here.initialize()
    const good = await outcome({ path: 'src/client.ts' }, 'ultragit_read', here)
    expect(good.isError).toBe(false)
    renameSync(join(broken.dir, '.git'), join(broken.dir, 'aside'))
    const bad = await outcome({ path: 'src/client.ts' }, 'ultragit_read', here)
    expect(bad.isError).toBe(true)
    expect(bad.text).toContain('no git repository')
    renameSync(join(broken.dir, 'aside'), join(broken.dir, '.git'))
    expect(await outcome({ path: 'src/client.ts' }, 'ultragit_read', here)).toEqual(good)
    // Made anew from a copy: another repository under the same name.
    rmSync(join(broken.dir, '.git'), { recursive: true })
    cpSync(join(repo.dir, '.git'), join(broken.dir, '.git'), { recursive: true })
    expect(await outcome({ path: 'src/client.ts' }, 'ultragit_read', here)).toEqual(good)
    expect((await here.close()).status).toBe(0)
  })

  test('a pack is cut off and repaired', async () => {
    const broken = copyOfRepo()
    broken.git('gc', '-q')
    const folder = join(broken.dir, '.git/objects/pack')
    const pack = join(folder, readdirSync(folder).find((name) => name.endsWith('.pack')) ?? '')
    const whole = await Bun.file(pack).bytes()
    const here = new ServerProcess({ cwd: broken.dir, env: { ULTRAGIT_NO_CACHE: '1' } })
    await here.initialize()
    rmSync(pack)
    writeFileSync(pack, whole)
    truncateSync(pack, 40)
    const bad = await outcome({ path: 'src/client.ts' }, 'ultragit_read', here)
    expect(bad.isError).toBe(true)
    expect(bad.text).not.toContain('\n    at ')
    rmSync(pack)
    writeFileSync(pack, whole)
    const mended = await outcome({ path: 'src/client.ts' }, 'ultragit_read', here)
    expect(mended.isError).toBe(false)
    expect(JSON.parse(mended.text).regions.length).toBeGreaterThan(0)
    expect(await here.close()).toMatchObject({ status: 0, stderr: '' })
  })
})

describe('which repository', () => {
  const other = annotatedRepo()
  const worktree = join(tempFolder(), 'tree')
  other.git('worktree', 'add', '-q', '-b', 'feature', worktree)
  const rootOf = ({ text }: { text: string }) => JSON.parse(text).query.root
  const nameOf = (dir: string) => dir.split('/').at(-1)

  test('an absolute path chooses it; a relative one is of where the server stands', async () => {
    const here = new ServerProcess({ cwd: join(repo.dir, 'src') })
    await here.initialize()
    const ask = (path: string) => outcome({ path }, 'ultragit_read', here)
    expect(rootOf(await ask('src/client.ts'))).toBe(nameOf(repo.dir))
    expect(rootOf(await ask(join(other.dir, 'src/client.ts')))).toBe(nameOf(other.dir))
    expect(rootOf(await ask(join(worktree, 'src/client.ts')))).toBe('tree')
    expect(rootOf(await ask('src/client.ts'))).toBe(nameOf(repo.dir))
    await here.close()
  })

  test('two repositories asked in turn, quickly, do not leak into each other', async () => {
    other.commit({ 'README.md': '# Another\n' })
    const here = new ServerProcess({ cwd: '/' })
    await here.initialize()
    const asked = Array.from({ length: 60 }, (_, at) => {
      const of = at % 2 === 0 ? repo : other
      const path = join(of.dir, at % 3 === 0 ? 'src/client.ts' : 'README.md')
      return { of, id: here.ask('tools/call', { name: 'ultragit_read', arguments: { path } }) }
    })
    for (const { of, id } of asked) {
      const { query } = JSON.parse(textOf(await here.answer(id)))
      expect(query).toMatchObject({ root: nameOf(of.dir), head: of.head() })
    }
    await here.close()
  })

  test('few are kept open at a time', async () => {
    const many = Array.from({ length: 7 }, copyOfRepo)
    const here = new ServerProcess({ cwd: '/' })
    await here.initialize()
    for (const { dir } of many)
      expect((await outcome({ path: join(dir, 'README.md') }, 'ultragit_read', here)).isError).toBe(false)
    const children = Bun.file(`/proc/${here.pid}/task/${here.pid}/children`)
    if (await children.exists()) {
      const alive = async () => (await children.text()).trim().split(' ').length
      for (let tries = 0; tries < 100 && (await alive()) > 4; tries++) await Bun.sleep(10)
      expect(await alive()).toBeLessThanOrEqual(4)
    }
    expect((await here.close()).status).toBe(0)
  })

  test('started elsewhere, the variable of a host tells the folder', async () => {
    const here = new ServerProcess({ cwd: '/', env: { CLAUDE_PROJECT_DIR: join(repo.dir, 'lib') } })
    await here.initialize()
    expect(rootOf(await outcome({ path: 'src/client.ts' }, 'ultragit_read', here))).toBe(nameOf(repo.dir))
    await here.close()
  })

  test('none: the server starts, lists its tools, and each call says what to configure', async () => {
    const here = new ServerProcess({ cwd: tempFolder() })
    expect((await here.initialize()).result?.serverInfo).toMatchObject({ name: 'ultragit' })
    expect((await here.request('tools/list')).result?.tools).toHaveLength(4)
    const none = await outcome({ path: 'src/client.ts' }, 'ultragit_read', here)
    expect(none.isError).toBe(true)
    expect(none.text).toContain('--repo')
    expect(none.text).toContain('ULTRAGIT_REPO')
    expect(rootOf(await outcome({ path: join(repo.dir, 'README.md') }, 'ultragit_read', here))).toBe(
      nameOf(repo.dir),
    )
    expect(await here.close()).toMatchObject({ status: 0, stderr: '' })
  })

  test.each(['--repo', 'ULTRAGIT_REPO'])('%s: that one and its worktrees only', async (how) => {
    const inside = join(other.dir, 'trees')
    if (how === '--repo') {
      other.git('worktree', 'add', '-q', '--detach', inside)
      symlinkSync(repo.dir, join(other.dir, 'link'))
    }
    const here = new ServerProcess({
      cwd: repo.dir,
      ...(how === '--repo' ? { args: ['--repo', other.dir] } : { env: { ULTRAGIT_REPO: other.dir } }),
    })
    await here.initialize()
    const ask = (path: string) => outcome({ path }, 'ultragit_read', here)
    expect(rootOf(await ask('src/client.ts'))).toBe(nameOf(other.dir))
    expect(rootOf(await ask(join(other.dir, 'src/client.ts')))).toBe(nameOf(other.dir))
    expect(rootOf(await ask(join(worktree, 'src/client.ts')))).toBe('tree')
    expect(rootOf(await ask(join(inside, 'src/client.ts')))).toBe('trees')
    for (const path of [join(repo.dir, 'src/client.ts'), '/etc/passwd']) {
      const refused = await ask(path)
      expect(refused.isError).toBe(true)
      expect(refused.text).toContain('outside the repository')
    }
    expect((await ask('link/src/client.ts')).isError).toBe(true)
    expect((await ask(join(other.dir, 'link/src/client.ts'))).isError).toBe(true)
    await here.close()
  })
})
