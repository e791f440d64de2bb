/** Whatever is read from git's files must be what `git cat-file` gives; whatever is odd must be left to git. */
import { describe, expect, test } from 'bun:test'
import { chmodSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Oid } from '../../../src/base/ids.ts'
import { discover } from '../../../src/git/discover.ts'
import { ObjectFiles } from '../../../src/git/packs/object-files.ts'
import { Random } from '../../support/random.ts'
import { TempRepo } from '../../support/temp-repo.ts'
import { randomHistory } from '../random-history.ts'

type Packing = (repo: TempRepo) => void

const packings: Readonly<Record<string, Packing>> = {
  'loose objects': unpack,
  'what fast-import leaves': () => {},
  'one pack of deltas': (repo) => repo.git('repack', '-adfq', '--depth=60', '--window=30'),
  'deltas that name their base': (repo) =>
    repo.git('-c', 'repack.useDeltaBaseOffset=false', 'repack', '-adfq'),
  'two packs and loose objects': (repo) => {
    repo.git('repack', '-adfq')
    repo.commit({ 'one more.ts': 'text\n' })
    repo.git('repack', '-dq')
    repo.commit({ 'and one.ts': 'more text\n' })
  },
  'offsets in the table for far ones': (repo) => {
    repo.git('repack', '-adfq')
    const [pack = ''] = packFiles(repo, '.pack')
    rmSync(pack.replace(/pack$/, 'idx'))
    repo.git('index-pack', '--index-version=2,0x40', pack)
  },
}

describe('objects read from files', () => {
  for (const format of ['sha1', 'sha256'])
    for (const [name, pack] of Object.entries(packings))
      test(`${format}, ${name}`, async () => {
        const { repo } = randomHistory({ seed: 7, commits: 30, init: [`--object-format=${format}`] })
        pack(repo)
        const files = await filesOf(repo)
        const all = allObjects(repo)
        expectSame(repo, files.read(all), all)
        const shuffled = new Random(1).shuffle(all)
        expectSame(repo, files.read(shuffled), shuffled)
        files.close()
      })

  test('what comes and goes while they are open', async () => {
    const repo = TempRepo.init()
    const texts = Array.from({ length: 30 }, (_, at) => `${'line\n'.repeat(200)}${at}\n`)
    for (const text of texts) repo.commit({ 'a.txt': text })
    const files = await filesOf(repo)
    for (const change of [
      ['repack', '-adfq'],
      ['gc', '-q', '--prune=now'],
      ['repack', '-adfq', '--depth=0'],
    ]) {
      const all = allObjects(repo)
      expectSame(repo, files.read(all), all)
      repo.git(...change)
    }
    const newest = repo.commit({ 'a.txt': 'new\n' }) as Oid
    expectSame(repo, files.read([newest]), [newest])
    files.close()
  })

  test('one text of many versions, whichever is asked for first', async () => {
    const repo = TempRepo.init()
    const random = new Random(3)
    let lines = Array.from({ length: 2_000 }, (_, at) => `line ${at} ${random.int(0, 1e9)}`)
    for (let at = 0; at < 120; at++) {
      lines = lines.with(random.int(0, lines.length), `changed ${at}`)
      repo.commit({ 'long.txt': `${lines.join('\n')}\n` })
    }
    repo.git('repack', '-adfq', '--depth=200')
    const blobs = allObjects(repo).filter((oid) => repo.git('cat-file', '-t', oid) === 'blob')
    const files = await filesOf(repo)
    for (const oid of random.shuffle(blobs)) expectSame(repo, files.read([oid]), [oid])
    files.close()
  })
})

describe('left to git', () => {
  test('a missing object, and an object in a store that is borrowed from', async () => {
    const source = TempRepo.init()
    const lent = source.commit({ 'a.txt': 'a\n' }) as Oid
    const borrower = TempRepo.init()
    writeFileSync(join(borrower.dir, '.git/objects/info/alternates'), `${source.dir}/.git/objects\n`)
    const files = await filesOf(borrower)
    expect(borrower.git('cat-file', '-t', lent)).toBe('commit')
    expect(files.read([lent, '0'.repeat(40) as Oid]).size).toBe(0)
  })

  test.each(['loose', 'packed'])('all objects when one is replaced by a %s ref', async (kind) => {
    const repo = TempRepo.init()
    const before = repo.commit({ 'a.txt': 'a\n' }) as Oid
    const files = await filesOf(repo)
    expect(files.read([before]).size).toBe(1)
    repo.git('replace', before, repo.commit({ 'a.txt': 'b\n' }))
    if (kind === 'packed') repo.git('pack-refs', '--all', '--prune')
    expect(files.read([before]).size).toBe(0)
    files.close()
  })

  test.each(['GIT_OBJECT_DIRECTORY', 'GIT_ALTERNATE_OBJECT_DIRECTORIES'])(
    'stores named by %s',
    async (name) => {
      const { layout } = await discover(TempRepo.init().dir, {})
      expect(ObjectFiles.of(layout, { [name]: '/elsewhere' })).toBeUndefined()
      expect(ObjectFiles.of({ ...layout, refFormat: 'reftable' }, {})).toBeUndefined()
    },
  )

  test('an object above 32 MiB', async () => {
    const repo = TempRepo.init()
    const large = repo.gitWith(
      { input: Buffer.alloc(33 * 1024 * 1024) },
      'hash-object',
      '-w',
      '--stdin',
    ) as Oid
    const files = await filesOf(repo)
    expect(files.read([large]).size).toBe(0)
    repo.commit({ 'a.txt': 'a\n' })
    repo.git('update-ref', 'refs/kept', large)
    repo.git('repack', '-adq')
    expect(files.read([large, repo.head() as Oid])).toHaveProperty('size', 1)
    files.close()
  })

  test('whatever is damaged: never other bytes than git has, never a failure', async () => {
    const random = new Random(11)
    const { repo } = randomHistory({ seed: 5, commits: 20 })
    repo.git('repack', '-adfq')
    const all = allObjects(repo)
    const whole = new Map(
      [...(await filesOf(repo)).read(all)].map(([oid, { bytes }]) => [oid, Buffer.from(bytes)]),
    )
    const [path = ''] = packFiles(repo, '.pack')
    const pack = readFileSync(path)
    chmodSync(path, 0o644)
    let [missing, other] = [0, 0]
    for (let round = 0; round < 60; round++) {
      const broken = Buffer.from(pack)
      for (let hit = 0; hit < 20; hit++) broken[random.int(12, broken.length)] = random.int(0, 256)
      writeFileSync(path, broken)
      const files = await filesOf(repo)
      const found = files.read(all)
      for (const [oid, { bytes }] of found) if (!whole.get(oid)?.equals(bytes)) other++
      missing += all.length - found.size
      files.close()
    }
    expect(missing).toBeGreaterThan(0)
    // Every stream has a checksum, and git itself checks no more than that.
    expect(other).toBe(0)
    truncateSync(path, Math.floor(pack.length / 2))
    const files = await filesOf(repo)
    expect(files.read(all).size).toBeLessThan(all.length)
    files.close()
  })

  test.each(['', 'not an index', '\xfftOc'])('a pack with the index %p', async (index) => {
    const repo = TempRepo.init()
    const head = repo.commit({ 'a.txt': 'a\n' }) as Oid
    repo.git('repack', '-adq')
    const [path = ''] = packFiles(repo, '.idx')
    chmodSync(path, 0o644)
    writeFileSync(path, Buffer.from(index, 'latin1'))
    const files = await filesOf(repo)
    expect(files.read([head]).size).toBe(0)
    files.close()
  })
})

async function filesOf(repo: TempRepo): Promise<ObjectFiles> {
  const { layout } = await discover(repo.dir, {})
  const files = ObjectFiles.of(layout, {})
  if (files === undefined) throw new Error('not readable here')
  return files
}

function allObjects(repo: TempRepo): Oid[] {
  const listed = repo.git('cat-file', '--batch-all-objects', '--batch-check=%(objectname)')
  return listed.split('\n') as Oid[] // one id a line
}

function packFiles(repo: TempRepo, ending: string): string[] {
  const folder = join(repo.dir, '.git/objects/pack')
  return readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name))
}

function unpack(repo: TempRepo): void {
  for (const path of packFiles(repo, '.pack')) {
    const pack = readFileSync(path)
    for (const ending of ['pack', 'idx']) rmSync(path.replace(/pack$/, ending))
    repo.gitWith({ input: pack }, 'unpack-objects', '-q')
  }
}

/** Type and bytes of every object, as git has them. */
function expectSame(repo: TempRepo, found: ReturnType<ObjectFiles['read']>, oids: readonly Oid[]): void {
  expect(found.size).toBe(oids.length)
  const { stdout } = Bun.spawnSync(['git', 'cat-file', '--batch'], {
    cwd: repo.dir,
    stdin: Buffer.from(`${oids.join('\n')}\n`),
  })
  const ours = oids.flatMap((oid) => {
    const { type = 'blob', bytes = new Uint8Array() } = found.get(oid) ?? {}
    return [Buffer.from(`${oid} ${type} ${bytes.length}\n`), bytes, Buffer.from('\n')]
  })
  expect(Buffer.concat(ours).equals(stdout)).toBe(true)
}
