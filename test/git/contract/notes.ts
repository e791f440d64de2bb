import { beforeAll, describe, expect, test } from 'bun:test'
import { asOid, type Oid } from '../../../src/base/ids.ts'
import type { NoteEntry } from '../../../src/git/repository.ts'
import { Random } from '../../support/random.ts'
import { TempRepo } from '../../support/temp-repo.ts'
import type { Open } from './histories.ts'
import { gitLines, gitRecords } from './oracle.ts'

export function notesContract(open: Open): void {
  let temp: TempRepo
  beforeAll(() => {
    temp = TempRepo.init()
    temp.commit({ 'a.ts': 'a\n' })
  })

  describe('listNotes', () => {
    for (const [name, fanOut] of Object.entries(fanOuts)) {
      test(`reads a ${name} tree as git notes list does`, async () => {
        const tip = writeTree(temp, new Map(targets(300).map((oid, at) => [fanOut(oid, at), `note ${at}\n`])))
        temp.git('update-ref', 'refs/notes/listed', tip)
        const repo = await open(temp.dir)
        const listed = (await repo.listNotes(tip)).map(({ target, blobs }) => `${blobs.join()} ${target}`)
        expect(listed.sort()).toEqual(gitLines(temp.dir, ['notes', '--ref=listed', 'list']).sort())
        expect(listed.length).toBe(300)
        repo.close()
      })
    }

    test('gives both blobs of a commit that stands at two depths', async () => {
      const [one = asOid(''), two = asOid('')] = targets(2)
      const files = {
        [one]: 'flat\n',
        [slashed(one, 1)]: 'deep\n',
        [slashed(two, 2)]: 'deepest\n',
        [two]: 'flat\n',
      }
      const tip = writeTree(temp, new Map(Object.entries(files)))
      const repo = await open(temp.dir)
      expect(sorted(await repo.listNotes(tip))).toEqual(notesByGit(temp, tip))
      expect((await repo.listNotes(tip)).map((note) => note.blobs.length)).toEqual([2, 2])
      repo.close()
    })

    test('ignores what is not a note', async () => {
      const [target = asOid('')] = targets(1)
      const strangers = [
        'README',
        'ab/cd',
        'zz/readme',
        `${target.slice(0, 2)}/README`,
        `${target}0`,
        `x/${target}`,
      ]
      const files = new Map([...strangers, `${target.slice(0, 39)}/x`].map((path) => [path, 'stranger\n']))
      const tip = writeTree(temp, files.set(slashed(target, 1), 'note\n'))
      const repo = await open(temp.dir)
      expect((await repo.listNotes(tip)).map((note) => note.target)).toEqual([target])
      repo.close()
    })

    test('reads a tree without notes', async () => {
      const repo = await open(temp.dir)
      expect([...(await repo.listNotes(writeTree(temp, new Map())))]).toEqual([])
      repo.close()
    })
  })

  describe('diffNotes', () => {
    test('names exactly the notes that differ, through random changes of notes and of fan-out', async () => {
      const random = new Random(7)
      const all = targets(120)
      const tips = Array.from({ length: 12 }, () => writeTree(temp, randomNotes(random, all)))
      const repo = await open(temp.dir)
      let found = 0
      for (let round = 0; round < 30; round++) {
        const [from, to] = [random.pick(tips), random.pick(tips)]
        const expected = differing(notesByGit(temp, from), notesByGit(temp, to))
        expect(sorted(await repo.diffNotes(from, to))).toEqual(expected)
        found += expected.length
      }
      expect(found).toBeGreaterThan(500)
      repo.close()
    })

    test('is empty when only the fan-out changed', async () => {
      const files = (depth: number) =>
        new Map(targets(50).map((oid, at) => [slashed(oid, depth), `note ${at}\n`]))
      const [flat, deep] = [writeTree(temp, files(0)), writeTree(temp, files(2))]
      const repo = await open(temp.dir)
      expect([...(await repo.diffNotes(flat, deep))]).toEqual([])
      expect([...(await repo.diffNotes(deep, flat))]).toEqual([])
      repo.close()
    })
  })
}

/** The path of a note with so many levels of two-digit directories. */
export function slashed(target: string, depth: number): string {
  const heads = Array.from({ length: depth }, (_, at) => `${target.slice(2 * at, 2 * at + 2)}/`)
  return heads.join('') + target.slice(2 * depth)
}

export const fanOuts: Readonly<Record<string, (target: string, at: number) => string>> = {
  flat: (target) => slashed(target, 0),
  'fanned-out': (target) => slashed(target, 1),
  'twice fanned-out': (target) => slashed(target, 2),
  mixed: (target, at) => slashed(target, at % 4),
}

export function targets(count: number): Oid[] {
  return Array.from({ length: count }, (_, at) =>
    asOid(new Bun.CryptoHasher('sha1').update(`${at}`).digest('hex')),
  )
}

/** A commit whose tree holds exactly these files, in one process. */
export function writeTree(temp: TempRepo, files: ReadonlyMap<string, string>): Oid {
  const lines = ['commit refs/scratch', 'committer C <c@example.com> 1700000000 +0000', 'data 0', 'deleteall']
  for (const [path, text] of files)
    lines.push(`M 100644 inline ${path}`, `data ${Buffer.byteLength(text)}`, text)
  temp.git('update-ref', '-d', 'refs/scratch')
  temp.gitWith({ input: `${lines.join('\n')}\n` }, 'fast-import', '--quiet')
  return asOid(temp.git('rev-parse', 'refs/scratch'))
}

export function notesByGit(temp: TempRepo, tip: Oid): NoteEntry[] {
  const notes = new Map<Oid, Oid[]>()
  for (const record of gitRecords(temp.dir, ['ls-tree', '-r', '-z', tip])) {
    const target = asOid(record.slice(record.indexOf('\t') + 1).replaceAll('/', ''))
    const blob = asOid(record.split(/[ \t]/)[2] ?? '')
    notes.set(target, [...(notes.get(target) ?? []), blob])
  }
  return sorted([...notes].map(([target, blobs]) => ({ target, blobs })))
}

function sorted(notes: readonly NoteEntry[]): NoteEntry[] {
  return notes
    .map(({ target, blobs }) => ({ target, blobs: [...blobs].sort() }))
    .sort((a, b) => (a.target < b.target ? -1 : 1))
}

function randomNotes(random: Random, all: readonly Oid[]): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  const depth = random.int(0, 3)
  for (const target of all) {
    if (random.chance(0.2)) continue
    files.set(slashed(target, depth === 3 ? random.int(0, 2) : depth), `note ${random.int(0, 2)}\n`)
    if (random.chance(0.03)) files.set(slashed(target, random.int(0, 2)), `another ${random.int(0, 2)}\n`)
  }
  return files
}

function differing(from: readonly NoteEntry[], to: readonly NoteEntry[]): NoteEntry[] {
  const [before, after] = [byTarget(from), byTarget(to)]
  const all = [...new Set([...before.keys(), ...after.keys()])].sort()
  return all
    .filter((target) => before.get(target)?.join() !== after.get(target)?.join())
    .map((target) => ({ target, blobs: after.get(target) ?? [] }))
}

function byTarget(notes: readonly NoteEntry[]): Map<Oid, readonly Oid[]> {
  return new Map(notes.map(({ target, blobs }) => [target, blobs]))
}
