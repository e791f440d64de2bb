import type { ChooseRule, Syntax, UnitRule } from './syntax.ts'

/** What a node type means in a language. */
export interface Role {
  readonly rule: UnitRule | ChooseRule | undefined
  readonly enters: boolean
  readonly wraps: boolean
  readonly decorates: boolean
}

const rolesBySyntax = new WeakMap<Syntax, ReadonlyMap<string, Role>>()

/** Derived from the tables of a language once per process. */
export function rolesOf(syntax: Syntax): ReadonlyMap<string, Role> {
  const known = rolesBySyntax.get(syntax)
  if (known !== undefined) return known
  const wrappers = syntax.wrappers ?? []
  const decorations = syntax.decorations ?? []
  const types = ['ERROR', ...Object.keys(syntax.units), ...syntax.through, ...wrappers, ...decorations]
  const roles = new Map<string, Role>()
  for (const type of types) {
    roles.set(type, {
      rule: syntax.units[type],
      enters: type === 'ERROR' || syntax.through.includes(type) || wrappers.includes(type),
      wraps: wrappers.includes(type),
      decorates: decorations.includes(type),
    })
  }
  rolesBySyntax.set(syntax, roles)
  return roles
}
