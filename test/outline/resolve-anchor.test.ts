import { describe, expect, test } from 'bun:test'
import { anchorParts, isQualifiedSuffix, sameAnchor } from '../../src/outline/anchor-name.ts'
import { bareAnchor } from '../../src/outline/bare-anchor.ts'
import { resolveAnchor } from '../../src/outline/resolve-anchor.ts'
import type { Unit } from '../../src/outline/unit.ts'

function unitsOf(...names: string[]): Unit[] {
  return names.map((name, at) => ({
    kind: 'function',
    name,
    signature: name,
    lines: { start: at + 1, end: at + 1 },
  }))
}

function resolve(names: readonly string[], asked: string, annotated: readonly string[] = []): unknown {
  const found = resolveAnchor(unitsOf(...names), asked, annotated)
  if (found.kind !== 'units') return found
  return [found.ambiguous ? 'ambiguous' : 'one', ...found.units.map(({ name }) => name)]
}

describe('resolveAnchor', () => {
  test('an exact name wins over a qualified one', () => {
    expect(resolve(['Client::connect', 'connect'], 'connect')).toEqual(['one', 'connect'])
  })

  test('a qualified suffix is enough', () => {
    expect(resolve(['MqttClient::connect', 'MqttClient::reconnect'], 'connect')).toEqual([
      'one',
      'MqttClient::connect',
    ])
    expect(resolve(['net::Client::connect', 'Client'], 'Client.connect')).toEqual([
      'one',
      'net::Client::connect',
    ])
  })

  test('`::`, `.` and `#` are the same separator, on both sides', () => {
    for (const asked of ['Client::connect', 'Client.connect', 'Client#connect', '::Client.connect']) {
      for (const name of ['Client::connect', 'Client.connect', 'Client#connect']) {
        expect(resolve([name, 'Server::connect'], asked)).toEqual(['one', name])
      }
    }
  })

  test('calls and generics in the asked text are tolerated', () => {
    const names = ['Client::connect', 'Server::connect', 'Cache::get']
    expect(resolve(names, 'Client.connect()')).toEqual(['one', 'Client::connect'])
    expect(resolve(names, 'Cache<K, V>::get<Q>(&self, key: &Q)')).toEqual(['one', 'Cache::get'])
    expect(resolve(names, '(*Client).connect')).toEqual(['one', 'Client::connect'])
    expect(resolve(names, ' get ')).toEqual(['one', 'Cache::get'])
  })

  test('a name that is made of brackets is taken literally first', () => {
    expect(resolve(['A::operator()', 'A::operator'], 'operator()')).toEqual(['one', 'A::operator()'])
    expect(resolve(['A::<>', 'A'], '<>')).toEqual(['one', 'A::<>'])
  })

  test('several hits are all returned and ambiguous, overloads too', () => {
    expect(resolve(['A::connect', 'B::connect', 'C'], 'connect')).toEqual([
      'ambiguous',
      'A::connect',
      'B::connect',
    ])
    expect(resolve(['add', 'add', 'A::add'], 'add')).toEqual(['ambiguous', 'add', 'add'])
  })

  test('an annotated anchor that no unit has is found by its exact name only', () => {
    const annotated = ['Bump version', 'retry.*(']
    expect(resolve(['main'], 'Bump version', annotated)).toEqual({ kind: 'annotated', name: 'Bump version' })
    expect(resolve(['main'], 'retry.*(', annotated)).toEqual({ kind: 'annotated', name: 'retry.*(' })
    expect(resolve(['main'], 'bump version', annotated)).toEqual({ kind: 'none', nearest: ['Bump version'] })
    expect(resolve(['main'], 'version', annotated)).toMatchObject({ kind: 'none' })
  })

  test('a unit comes before an annotated anchor, and that before another case', () => {
    expect(resolve(['Client::connect'], 'connect', ['connect'])).toEqual(['one', 'Client::connect'])
    expect(resolve(['Connect'], 'connect', ['connect'])).toEqual({ kind: 'annotated', name: 'connect' })
    expect(resolve(['Connect'], 'connect')).toEqual(['one', 'Connect'])
  })

  test('without regard to case, the whole name comes before a suffix', () => {
    expect(resolve(['A::Connect', 'CONNECT'], 'connect')).toEqual(['one', 'CONNECT'])
    expect(resolve(['MqttClient::Connect'], 'mqttclient.connect()')).toEqual(['one', 'MqttClient::Connect'])
    expect(resolve(['A::B::Connect', 'A::C::connecT'], 'connect')).toEqual([
      'ambiguous',
      'A::B::Connect',
      'A::C::connecT',
    ])
  })

  test('a near miss is only suggested', () => {
    expect(resolve(['Codec::decode', 'Codec::reset'], 'encode')).toEqual({
      kind: 'none',
      nearest: ['Codec::decode'],
    })
    expect(resolve(['MqttClient::connect'], 'conect')).toEqual({
      kind: 'none',
      nearest: ['MqttClient::connect'],
    })
    expect(resolve(['Client::connect'], 'Server::connect')).toMatchObject({ kind: 'none' })
    expect(resolve(['reconnect'], 'connect')).toMatchObject({ kind: 'none' })
  })

  test('at most five names are suggested, each once', () => {
    const names = Array.from({ length: 9 }, (_, at) => `run${at}`)
    const found = resolveAnchor(unitsOf(...names, ...names), 'runX', ['run0'])
    expect(found).toMatchObject({ kind: 'none', nearest: names.slice(0, 5) })
  })

  test('odd anchors name nothing and break nothing', () => {
    for (const asked of [
      '',
      ' ',
      '::',
      '.',
      '#',
      '()',
      '<',
      '[',
      '(?:',
      'a{2}',
      '\\',
      '\0',
      '💥',
      '__proto__',
    ]) {
      expect(resolve(['main', 'Client::run'], asked)).toMatchObject({ kind: 'none' })
    }
  })

  test('a hostile anchor costs little', () => {
    const names = Array.from({ length: 20_000 }, (_, at) => `module${at}::${'x'.repeat(100)}`)
    const started = performance.now()
    resolve(names, 'a.'.repeat(50_000))
    resolve(names, '('.repeat(100_000))
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})

describe('anchor names', () => {
  test('parts are what the separators leave', () => {
    expect(anchorParts('A::b.c#d')).toEqual(['A', 'b', 'c', 'd'])
    expect(anchorParts('Client::#secret')).toEqual(['Client', 'secret'])
    expect(anchorParts('::std::mem')).toEqual(['std', 'mem'])
    expect(anchorParts('Bump version')).toEqual(['Bump version'])
    expect(anchorParts('a:b')).toEqual(['a:b'])
    expect(anchorParts('')).toEqual([])
  })

  test('a name made of separators is still a name', () => {
    expect(anchorParts('..')).toEqual(['..'])
    expect(anchorParts('Range::..')).toEqual(['Range', '..'])
    expect(anchorParts('Client.')).toEqual(['Client'])
    expect(sameAnchor('Range::..', 'Range')).toBe(false)
  })

  test('the same anchor has the same parts', () => {
    expect(sameAnchor('A::b', 'A#b')).toBe(true)
    expect(sameAnchor('A::b', 'A::B')).toBe(false)
    expect(sameAnchor('A::b', 'b')).toBe(false)
  })

  test('a suffix consists of whole parts', () => {
    expect(isQualifiedSuffix('connect', 'MqttClient::connect')).toBe(true)
    expect(isQualifiedSuffix('MqttClient.connect', 'MqttClient::connect')).toBe(true)
    expect(isQualifiedSuffix('connect', 'reconnect')).toBe(false)
    expect(isQualifiedSuffix('A::B::c', 'B::c')).toBe(false)
    expect(isQualifiedSuffix('', 'B')).toBe(false)
  })

  test('an asked anchor is bared of what was copied along', () => {
    expect(bareAnchor('connect()')).toBe('connect')
    expect(bareAnchor('List[T].push(x: T)')).toBe('List.push')
    expect(bareAnchor('operator<<')).toBe('operator<<')
    expect(bareAnchor('a -> b')).toBe('a -> b')
    expect(bareAnchor('<Client as Retry>::go')).toBe('<Client as Retry>::go')
    expect(bareAnchor('(*Client).Connect')).toBe('Client.Connect')
  })
})
