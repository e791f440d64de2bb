/** docs/cli.md is what the binary says about itself. */
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { ultragit } from '../support/binary.ts'
import { tempFolder } from '../support/temp-repo.ts'

test('docs/cli.md is current (else run: dist/ultragit help --markdown > docs/cli.md)', async () => {
  const page = await Bun.file(join(import.meta.dir, '../../docs/cli.md')).text()
  expect(page).toBe(ultragit(['help', '--markdown'], { cwd: tempFolder() }).stdout)
})
