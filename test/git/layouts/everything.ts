/** Calls every method of a repository, so that a test can see what happens on the way. */
import { asOid, asRepoPath, type Oid } from '../../../src/base/ids.ts'
import type { Repository } from '../../../src/git/repository.ts'
import type { RepositoryWriter } from '../../../src/git/repository-writer.ts'

type Method = Exclude<keyof Repository, 'backend' | 'layout' | 'writer' | 'close'>
/** The compiler notices when a method is forgotten. */
type Calls<Name extends string> = Record<Name, () => Promise<unknown>>

/** Gives the names of the methods that failed; with a healthy repository there are none. */
export async function callEverything(repo: Repository, head: Oid, file: string): Promise<string[]> {
  const path = asRepoPath(file)
  const missing = asOid('dead'.repeat(10))
  const notes = (await repo.listRefs('refs/notes/'))[0]?.oid ?? missing
  const calls: Calls<Method> = {
    head: () => repo.head(),
    resolve: () =>
      Promise.all(
        ['HEAD', 'HEAD~1', 'nope', missing, `${missing}^{commit}`].map((each) => repo.resolve(each)),
      ),
    listRefs: () => repo.listRefs('refs/'),
    readObjects: () => repo.readObjects([head, missing]),
    readBlob: () => repo.readBlob(missing, 100),
    readCommits: () => repo.readCommits([head, missing]),
    entryAt: () => repo.entryAt(head, path),
    changesAt: () => repo.changesAt([head, missing], path),
    listFiles: () => repo.listFiles(head),
    listNotes: () => repo.listNotes(notes),
    diffNotes: () => repo.diffNotes(notes, notes),
    history: () => Array.fromAsync(repo.history([head])),
    mergeBase: () => repo.mergeBase(head, head),
    blame: () => repo.blame({ commit: head, path }),
    lastChange: () => repo.lastChange(head, path),
    renames: () => repo.renames(head, []),
    changesOf: () => repo.changesOf([head]),
    changesBetween: () => repo.changesBetween(head, head),
    patchIds: () => repo.patchIds([head]),
    patchIdBetween: () => repo.patchIdBetween(head, head),
    config: () => repo.config(),
    indexEntry: () => repo.indexEntry(path),
    stagedRenames: () => repo.stagedRenames(),
    stagedChanges: () => repo.stagedChanges(),
    trackedFiles: () => repo.trackedFiles(),
    historyGraph: async () => repo.historyGraph?.write(head),
  }
  return [...(await failures(calls)), ...(await callWriter(repo.writer, head))]
}

async function callWriter(writer: RepositoryWriter | undefined, head: Oid): Promise<string[]> {
  if (writer === undefined) return []
  const ref = 'refs/notes/ultragit-try'
  let tip: Oid | undefined
  const calls: Calls<keyof RepositoryWriter> = {
    setConfig: () => writer.setConfig('ultragit.try', 'x', 'local'),
    addConfig: () => writer.addConfig('ultragit.try', 'y'),
    unsetConfig: () => writer.unsetConfig('ultragit.try', 'local'),
    writeNotes: async () => {
      tip = await writer.writeNotes(undefined, [{ target: head, text: 'note\n' }], 'note')
    },
    // These two talk to another repository, and what that runs is its own affair (see test/write/sync.test.ts).
    fetchRef: async () => {},
    pushRef: async () => {},
    rewriteNote: async () => {
      if (tip !== undefined) await writer.rewriteNote(tip, head, () => undefined)
    },
    updateRefs: async () => {
      await writer.updateRefs([{ ref, to: tip, from: undefined }])
      await writer.updateRefs([{ ref, to: undefined, from: tip }])
    },
  }
  return failures(calls)
}

async function failures(calls: Calls<string>): Promise<string[]> {
  const failed: string[] = []
  for (const [name, call] of Object.entries(calls)) {
    await call().catch((error) => failed.push(`${name}: ${error}`))
  }
  return failed
}
