import { describe, expect, test } from 'bun:test'
import { UltragitError } from '../../src/base/errors.ts'
import type { GlobalFlags, Sink } from '../../src/cli/command.ts'
import { Output, visible } from '../../src/cli/output.ts'
import { progressLine } from '../../src/cli/progress-line.ts'

const plain: GlobalFlags = {
  repo: undefined,
  noteref: undefined,
  format: undefined,
  color: 'auto',
  quiet: false,
  verbose: false,
}

interface Room {
  readonly flags?: Partial<GlobalFlags>
  readonly env?: Record<string, string>
  readonly terminal?: boolean
}

function open({ flags, env = {}, terminal = false }: Room = {}) {
  const texts = { out: '', err: '' }
  const sink = (name: 'out' | 'err'): Sink => ({
    write: (text) => {
      texts[name] += text
    },
    isTTY: terminal,
    ...(terminal ? { columns: 60 } : {}),
  })
  const surroundings = { cwd: '/', env, stdout: sink('out'), stderr: sink('err') }
  return { texts, output: new Output(surroundings, { ...plain, ...flags }) }
}

describe('output', () => {
  test('the answer goes to stdout with one newline at its end, the conversation to stderr', () => {
    const { output, texts } = open()
    output.answer('a')
    output.answer('b\n')
    output.note('remark')
    output.warn('careful')
    expect(texts).toEqual({ out: 'a\nb\n', err: 'remark\nwarning: careful\n' })
  })

  test('quiet silences remarks, not warnings; verbose adds details', () => {
    const quiet = open({ flags: { quiet: true, verbose: true } })
    quiet.output.note('remark')
    quiet.output.detail('detail')
    quiet.output.warn('careful')
    expect(quiet.texts.err).toBe('warning: careful\n')
    const verbose = open({ flags: { verbose: true } })
    verbose.output.detail('detail')
    expect(verbose.texts.err).toBe('detail\n')
    const usual = open()
    usual.output.detail('detail')
    expect(usual.texts.err).toBe('')
  })

  test.each<[string, Room, boolean]>([
    ['not on a pipe', {}, false],
    ['on a terminal', { terminal: true }, true],
    ['not with NO_COLOR', { terminal: true, env: { NO_COLOR: '1' } }, false],
    ['with an empty NO_COLOR', { terminal: true, env: { NO_COLOR: '' } }, true],
    ['not on a dumb terminal', { terminal: true, env: { TERM: 'dumb' } }, false],
    [
      'with always, even on a pipe and with NO_COLOR',
      { flags: { color: 'always' }, env: { NO_COLOR: '1' } },
      true,
    ],
    ['not with never', { terminal: true, flags: { color: 'never' } }, false],
  ])('colours: %s', (_name, room, coloured) => {
    const { output, texts } = open(room)
    expect(output.paint('x', 'red')).toBe(coloured ? '\x1b[31mx\x1b[0m' : 'x')
    output.warn('x')
    expect(texts.err.includes('\x1b')).toBe(coloured)
  })

  test('an error is one line and a hint, and decides the exit status', () => {
    const { output, texts } = open()
    expect(output.failure(new UltragitError('not_a_repository', 'no\nluck', { hint: 'git init' }))).toBe(3)
    expect(texts).toEqual({ out: '', err: 'error: no\\nluck\nhint: git init\n' })
  })

  test('with JSON the error is the answer', () => {
    const { output, texts } = open({ flags: { format: 'json' } })
    expect(output.failure(new UltragitError('config_invalid', 'bad', { hint: 'mend it' }))).toBe(5)
    expect(texts.out).toBe('{"error":{"code":"config_invalid","message":"bad","hint":"mend it"}}\n')
    expect(texts.err).toBe('')
  })

  test('only a bug shows a stack', () => {
    const { output, texts } = open()
    expect(output.failure(new TypeError('oh'))).toBe(70)
    expect(texts.err).toContain('output.test.ts')
    expect(texts.err).toContain('error: internal error: oh\n')
  })

  test('text cannot command the terminal', () => {
    expect(visible('\x1b[2J\u202e\u0085\x07\ud800\t')).toBe('\\u001b[2J\\u202e\\u0085\\u0007\\ud800\\u0009')
    expect(visible('naïve – 日本 🙂')).toBe('naïve – 日本 🙂')
  })

  test('progress is drawn on a terminal only, once per look, and taken away', () => {
    const { output, texts } = open({ terminal: true })
    const bar = output.progress('indexing')
    bar.update(1, 100)
    bar.update(1, 100)
    bar.end()
    expect(texts.err.split('\r\x1b[K')).toEqual(['', expect.stringContaining('indexing ['), ''])
    for (const room of [{}, { terminal: true, flags: { quiet: true } }]) {
      const silent = open(room)
      silent.output.progress('x').update(1, 2)
      expect(silent.texts.err).toBe('')
    }
  })

  test('the width comes from the terminal, or is 80', () => {
    expect(open({ terminal: true }).output.width).toBe(60)
    expect(open().output.width).toBe(80)
  })
})

describe('a progress line', () => {
  test('shows share and numbers', () => {
    expect(progressLine('work', { done: 5, total: 10, width: 80 })).toBe(
      `work [${'#'.repeat(15)}${' '.repeat(15)}]  50 % (5/10)`,
    )
    expect(progressLine('work', { done: 5, total: undefined, width: 80 })).toBe('work 5')
  })

  test('never fills the last column', () => {
    for (const width of [10, 25, 40, 80])
      for (const done of [0, 7, 99_999])
        expect(progressLine('a rather long label', { done, total: 99_999, width }).length).toBeLessThan(width)
  })
})
