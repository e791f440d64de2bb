/** The languages an outline exists for. To add one: a row here, its grammar in `grammars/`, a sample in the tests. */
import type { Language } from './language.ts'
import { bash } from './languages/bash.ts'
import { c, cpp, cppHeader, objectiveC } from './languages/c.ts'
import { cSharp } from './languages/c-sharp.ts'
import { elixir } from './languages/elixir.ts'
import { go } from './languages/go.ts'
import { java } from './languages/java.ts'
import { javascript, svelte, tsx, typescript, vue } from './languages/javascript.ts'
import { kotlin } from './languages/kotlin.ts'
import { lua } from './languages/lua.ts'
import { php } from './languages/php.ts'
import { python, starlark } from './languages/python.ts'
import { ruby } from './languages/ruby.ts'
import { rust } from './languages/rust.ts'
import { scala } from './languages/scala.ts'
import { zig } from './languages/zig.ts'

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
]
