/** Both doors give the same bytes: each tool of the binary against the command line, over generated questions. */
import { describe, expect, test } from 'bun:test'
import { call } from '../../cli/call.ts'
import { Random } from '../../support/random.ts'
import { anchors, annotatedRepo, paths } from './annotated-repo.ts'
import { type GeneratedRepo, generatedRepo } from './generated-repo.ts'
import { ServerProcess, textOf } from './server-process.ts'

const perTool = 200
const askedAtOnce = 8
const env = Object.fromEntries(Object.entries(process.env).map(([name, value]) => [name, value ?? '']))

interface Question {
  readonly tool: string
  readonly given: Readonly<Record<string, string | number>>
}

/** So many different ones for each tool. */
function questions(seed: number, of: GeneratedRepo, count: number): Question[] {
  const random = new Random(seed)
  const asked = new Map<string, Question>()
  for (const tool of ['read', 'deps', 'history', 'summary']) {
    for (const wanted = asked.size + count; asked.size < wanted; ) {
      const question = { tool, given: randomArguments(random, tool, of) }
      asked.set(JSON.stringify(question), question)
    }
  }
  return random.shuffle([...asked.values()])
}

/** Files, folders, pasted places, names that are there and names that are not. */
function randomArguments(random: Random, tool: string, { paths, anchors }: GeneratedRepo): Question['given'] {
  const folder = tool === 'summary' && random.chance(0.2)
  let path = random.pick(folder ? ['src', 'lib', '.', './src/'] : [...paths, 'missing.ts'])
  const given: Record<string, string | number> = {}
  const kind = random.next()
  if (kind < 0.15 && !folder) path += random.pick([':3', ':4-8', `#${random.pick(anchors)}`])
  else if (kind < 0.8) given.anchor = random.pick([...anchors, 'nothing'])
  else if (kind < 0.95 && tool === 'read') {
    const start = random.int(1, 12)
    given.lines = `${start}:${start + random.int(0, 30)}`
  }
  if (tool === 'read' && random.chance(0.3)) given.max_tokens = random.pick([0, 50, 200, 300, 900, 8000])
  if (tool === 'history' && random.chance(0.5)) given.limit = random.int(1, 4)
  return { ...given, path }
}

/** What the command line prints; a failure in the words MCP has for it. */
async function printed(cwd: string, { tool, given }: Question): Promise<{ text: string; failed: boolean }> {
  const { path, ...flags } = given
  const words = Object.entries(flags).map(([name, value]) => `--${name.replace('_', '-')}=${value}`)
  const { status, stdout } = await call([tool, String(path), ...words, '--format', 'json'], { cwd, env })
  if (status === 0) return { text: stdout.replace(/\n$/, ''), failed: false }
  const { message, hint } = JSON.parse(stdout).error
  const plain = hint === undefined || message.startsWith('File not found: ')
  return { text: plain ? message : `${message}\nhint: ${hint}`, failed: true }
}

async function compare(of: GeneratedRepo, asked: readonly Question[]): Promise<number> {
  const server = new ServerProcess({ cwd: of.repo.dir })
  await server.initialize()
  let answered = 0
  for (let at = 0; at < asked.length; at += askedAtOnce) {
    const portion = asked.slice(at, at + askedAtOnce)
    await Promise.all(
      portion.map(async (question) => {
        const message = await server.call(`ultragit_${question.tool}`, question.given)
        const cli = await printed(of.repo.dir, question)
        const mcp = { text: textOf(message), failed: message.result?.isError === true }
        expect({ question, ...mcp }).toEqual({ question, ...cli })
        if (!cli.failed) answered += 1
      }),
    )
  }
  expect(await server.close()).toMatchObject({ status: 0, stderr: '' })
  return answered
}

describe('a tool and its command say the same', () => {
  test(`over ${perTool} questions each, about a repository made by chance`, async () => {
    const of = generatedRepo(5, 40)
    const asked = questions(20261118, of, perTool)
    expect(asked).toHaveLength(4 * perTool)
    expect(await compare(of, asked)).toBeGreaterThan(asked.length / 2)
  }, 120_000)

  test('about files that are changed, new and gone in the working tree', async () => {
    const repo = annotatedRepo()
    repo.write('src/client.ts', `// dirty\n${await Bun.file(`${repo.dir}/src/client.ts`).text()}`)
    repo.write('src/new.ts', 'export const fresh = 1\n')
    await Bun.file(`${repo.dir}/lib/fields.py`).delete()
    const of = { repo, anchors, paths: [...paths, 'src/new.ts'] }
    expect(await compare(of, questions(7, of, 30))).toBeGreaterThan(60)
  }, 60_000)
})
