/**
 * The grammars, embedded in the binary and loaded one by one when first needed. The runtime itself is
 * imported here and nowhere else, so a process that outlines nothing does not pay for it.
 */
import type { Language, Parser } from 'web-tree-sitter'
import runtime from 'web-tree-sitter/web-tree-sitter.wasm' with { type: 'file' }
import bash from '../../grammars/bash.wasm' with { type: 'file' }
import c from '../../grammars/c.wasm' with { type: 'file' }
import cSharp from '../../grammars/c-sharp.wasm' with { type: 'file' }
import cpp from '../../grammars/cpp.wasm' with { type: 'file' }
import dart from '../../grammars/dart.wasm' with { type: 'file' }
import elixir from '../../grammars/elixir.wasm' with { type: 'file' }
import go from '../../grammars/go.wasm' with { type: 'file' }
import haskell from '../../grammars/haskell.wasm' with { type: 'file' }
import hcl from '../../grammars/hcl.wasm' with { type: 'file' }
import java from '../../grammars/java.wasm' with { type: 'file' }
import javascript from '../../grammars/javascript.wasm' with { type: 'file' }
import julia from '../../grammars/julia.wasm' with { type: 'file' }
import kotlin from '../../grammars/kotlin.wasm' with { type: 'file' }
import lua from '../../grammars/lua.wasm' with { type: 'file' }
import objc from '../../grammars/objc.wasm' with { type: 'file' }
import ocaml from '../../grammars/ocaml.wasm' with { type: 'file' }
import php from '../../grammars/php.wasm' with { type: 'file' }
import powershell from '../../grammars/powershell.wasm' with { type: 'file' }
import python from '../../grammars/python.wasm' with { type: 'file' }
import r from '../../grammars/r.wasm' with { type: 'file' }
import ruby from '../../grammars/ruby.wasm' with { type: 'file' }
import rust from '../../grammars/rust.wasm' with { type: 'file' }
import scala from '../../grammars/scala.wasm' with { type: 'file' }
import solidity from '../../grammars/solidity.wasm' with { type: 'file' }
import swift from '../../grammars/swift.wasm' with { type: 'file' }
import tsx from '../../grammars/tsx.wasm' with { type: 'file' }
import typescript from '../../grammars/typescript.wasm' with { type: 'file' }
import zig from '../../grammars/zig.wasm' with { type: 'file' }

export const grammarFiles = {
  rust,
  typescript,
  tsx,
  javascript,
  python,
  go,
  java,
  c,
  cpp,
  'c-sharp': cSharp,
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
  r,
  solidity,
  powershell,
  haskell,
  julia,
  objc,
  hcl,
} as const

export type GrammarName = keyof typeof grammarFiles

let startedRuntime: Promise<typeof import('web-tree-sitter')> | undefined
const languages = new Map<GrammarName, Promise<Language>>()
const parsers = new Map<GrammarName, Parser>()

/** The process's parser for this grammar. Parsing is synchronous, so one each is enough. */
export async function loadGrammar(name: GrammarName): Promise<Parser> {
  const ready = parsers.get(name)
  if (ready !== undefined) return ready
  startedRuntime ??= startRuntime()
  const { Parser } = await startedRuntime
  let language = languages.get(name)
  if (language === undefined) {
    language = loadLanguage(name)
    languages.set(name, language)
  }
  const loaded = await language
  const parser = parsers.get(name) ?? new Parser().setLanguage(loaded)
  parsers.set(name, parser)
  return parser
}

/** Forgets a parser that threw: its state cannot be trusted, and the next file deserves a fresh one. */
export function dropParser(name: GrammarName): void {
  parsers.delete(name)
}

async function startRuntime(): Promise<typeof import('web-tree-sitter')> {
  const [treeSitter, wasmBinary] = await Promise.all([
    import('web-tree-sitter'),
    Bun.file(runtime).arrayBuffer(),
  ])
  await treeSitter.Parser.init({ wasmBinary })
  return treeSitter
}

async function loadLanguage(name: GrammarName): Promise<Language> {
  const [{ Language }, bytes] = await Promise.all([
    import('web-tree-sitter'),
    Bun.file(grammarFiles[name]).bytes(),
  ])
  return Language.load(bytes)
}
