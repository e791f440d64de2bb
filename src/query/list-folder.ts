/** The files of a folder that a summary covers: tracked, and with a grammar or an annotation. */
import { UltragitError } from '../base/errors.ts'
import type { RepoPath } from '../base/ids.ts'
import { hasOutline } from '../outline/detect-language.ts'
import { namesBefore } from '../place/follow-file.ts'
import type { Places } from '../place/open-places.ts'

/** Undefined when the path is not a folder. */
export async function listFolder(
  places: Places,
  path: RepoPath | '',
): Promise<readonly RepoPath[] | undefined> {
  const { head, session, history } = places
  if (head === undefined) {
    if (path === '') return []
    return undefined
  }
  const entry = path === '' ? undefined : await session.repository.entryAt(head, path)
  if (entry?.mode === '160000')
    throw new UltragitError('usage', `'${path}' is a submodule: its annotations live in its own repository`, {
      hint: `ultragit --repo ${path} summary .`,
    })
  if (path !== '' && entry?.mode !== '40000') return undefined
  const files = await session.repository.listFiles(head, path === '' ? undefined : path)
  const { rows } = session.index().notes
  return files
    .filter(({ mode }) => mode.startsWith('100'))
    .map((file) => file.path)
    .filter((file) => hasOutline(file) || rows.regionsIn(namesBefore(history, file)).length > 0)
}
