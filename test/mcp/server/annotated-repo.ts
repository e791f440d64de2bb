/** A repository with reasons in it: four files, functions that rely on each other, edits, a rename, a correction. */
import { TempRepo } from '../../support/temp-repo.ts'

interface RegionOf {
  readonly file: string
  readonly name?: string
  readonly lines?: readonly [number, number]
  readonly intent: string
  readonly [field: string]: unknown
}

export function annotate(
  repo: TempRepo,
  commit: string,
  summary: string,
  regions: readonly RegionOf[],
): void {
  const document = {
    $schema: 'ultragit/v1',
    commit,
    timestamp: '2023-11-14T22:20:00Z',
    author: 'Ada Author',
    summary,
    context_level: 'enhanced',
    regions: regions.map(({ name, lines, ...region }) => ({
      ...region,
      ...(name === undefined ? {} : { ast_anchor: { type: 'function', name } }),
      ...(lines === undefined ? {} : { lines: { start: lines[0], end: lines[1] } }),
    })),
    provenance: { operation: 'initial' },
  }
  repo.note(commit, JSON.stringify(document))
}

const client = `export class MqttClient {
  private readonly queue: string[] = []

  connect(url: string): void {
    const session = openSession(url)
    session.keepAlive = 30
    drain(this.queue, session)
  }

  publish(topic: string, text: string): void {
    this.queue.push(topic + ' ' + text)
  }
}
`

const queue = `export function drain(queue: string[], session: Session): void {
  for (const entry of queue.splice(0)) {
    session.send(entry)
  }
}

export function size(queue: string[]): number {
  return queue.length
}
`

const parse = `def parse(text):
    fields = text.split(',')
    return [field.strip() for field in fields]


def emit(fields):
    return ','.join(fields)
`

export const anchors = [
  'MqttClient::connect',
  'connect',
  'publish',
  'drain',
  'size',
  'parse',
  'emit',
  'nothing',
]
export const paths = ['src/client.ts', 'src/queue.ts', 'lib/parse.py', 'lib/fields.py', 'README.md']

export function annotatedRepo(): TempRepo {
  const repo = TempRepo.init()
  repo.commit({ 'README.md': '# Broker\n\ntext\n' })
  const first = repo.commit({ 'src/client.ts': client, 'src/queue.ts': queue })
  annotate(repo, first, 'connect and drain', [
    {
      file: 'src/client.ts',
      name: 'MqttClient::connect',
      lines: [4, 8],
      intent: 'drain the queue only after the session stands',
      reasoning: 'brokers drop what is sent before CONNACK — «ordering» matters',
      constraints: [{ text: 'keepAlive must stay below the broker limit of 60', source: 'author' }],
      alternatives: [{ approach: 'send at once', rejected_because: 'messages were lost' }],
      semantic_dependencies: [{ file: 'src/queue.ts', anchor: 'drain', nature: 'empties the queue' }],
      tags: ['mqtt'],
      risk_notes: 'reconnect storms',
    },
    { file: 'src/queue.ts', name: 'drain', lines: [1, 5], intent: 'send in the order of arrival' },
  ])
  const second = repo.commit({ 'lib/parse.py': parse, 'src/queue.ts': queue.replace('length', 'length | 0') })
  annotate(repo, second, 'parse fields', [
    { file: 'lib/parse.py', name: 'parse', lines: [1, 3], intent: 'fields may have blanks around them' },
    {
      file: 'src/queue.ts',
      name: 'size',
      lines: [7, 9],
      intent: 'whole numbers only',
      semantic_dependencies: [{ file: 'lib/parse.py', anchor: 'parse' }],
    },
  ])
  repo.git('mv', 'lib/parse.py', 'lib/fields.py')
  const third = repo.commit({ 'src/client.ts': client.replace('keepAlive = 30', 'keepAlive = 45') })
  annotate(repo, third, 'longer keep-alive', [
    {
      file: 'src/client.ts',
      name: 'MqttClient::connect',
      lines: [4, 8],
      intent: 'phones sleep for 40 seconds',
    },
  ])
  repo.commit({ 'src/queue.ts': `// queues\n${queue}` })
  return repo
}
