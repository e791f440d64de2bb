/**
 * The languages an outline exists for. To add one: a row here, its grammar in `grammars/`
 * (or a reader in `plain/`), a sample in the tests.
 */
import type { Language } from './language.ts'
import { bash } from './languages/bash.ts'
import { c, cpp, cppHeader, objectiveC } from './languages/c.ts'
import { cSharp } from './languages/c-sharp.ts'
import { dart } from './languages/dart.ts'
import { elixir } from './languages/elixir.ts'
import { go } from './languages/go.ts'
import { haskell } from './languages/haskell.ts'
import { hcl } from './languages/hcl.ts'
import { java } from './languages/java.ts'
import { javascript, svelte, tsx, typescript, vue } from './languages/javascript.ts'
import { julia } from './languages/julia.ts'
import { kotlin } from './languages/kotlin.ts'
import { lua } from './languages/lua.ts'
import { ocaml } from './languages/ocaml.ts'
import { php } from './languages/php.ts'
import { powershell } from './languages/powershell.ts'
import { python, starlark } from './languages/python.ts'
import { r } from './languages/r.ts'
import { ruby } from './languages/ruby.ts'
import { rust } from './languages/rust.ts'
import { scala } from './languages/scala.ts'
import { solidity } from './languages/solidity.ts'
import { swift } from './languages/swift.ts'
import { zig } from './languages/zig.ts'
import { makefile } from './plain/makefile.ts'
import { markdown } from './plain/markdown.ts'
import { ini, toml } from './plain/sections.ts'
import { sql } from './plain/sql.ts'

export const languages: readonly Language[] = [
  rust,
  typescript,
  tsx,
  javascript,
  vue,
  svelte,
  python,
  starlark,
  go,
  java,
  c,
  cppHeader,
  cpp,
  objectiveC,
  cSharp,
  ruby,
  php,
  scala,
  lua,
  bash,
  elixir,
  kotlin,
  zig,
  swift,
  dart,
  ocaml,
  haskell,
  julia,
  r,
  solidity,
  powershell,
  hcl,
  markdown,
  toml,
  ini,
  sql,
  makefile,
]
