import { isJsonObject } from './json-object.ts'
import { type Annotation, AnnotationSchema } from './schema.ts'

/**
 * The text of a note: one line of JSON, so that git can carry several documents through a rewrite
 * (`cat_sort_uniq`) without breaking them. Known fields in the order of the schema, all others after them by
 * name, at every depth: equal annotations are equal bytes.
 */
export function encodeAnnotation(annotation: Annotation): string {
  return `${JSON.stringify(ordered(annotation, asShape(AnnotationSchema)))}\n`
}

/** The parts of a valibot schema that say in which order keys come. */
interface Shape {
  readonly entries?: Readonly<Record<string, Shape>>
  readonly item?: Shape
  readonly wrapped?: Shape
}

function asShape(schema: object): Shape {
  return schema as Shape // every valibot schema is described by these optional properties
}

function ordered(value: unknown, shape: Shape): unknown {
  if (shape.wrapped !== undefined) return ordered(value, shape.wrapped)
  if (Array.isArray(value)) return value.map((element) => ordered(element, shape.item ?? {}))
  if (!isJsonObject(value)) return value
  const entries = shape.entries ?? {}
  const known = Object.keys(entries).filter((key) => Object.hasOwn(value, key))
  const unknown = Object.keys(value).filter((key) => !Object.hasOwn(entries, key))
  const keys = [...known, ...unknown.sort()]
  return Object.fromEntries(keys.map((key) => [key, ordered(value[key], entryOf(entries, key))]))
}

/** A field may be called `constructor`: only own keys are entries. */
function entryOf(entries: Readonly<Record<string, Shape>>, key: string): Shape {
  return (Object.hasOwn(entries, key) ? entries[key] : undefined) ?? {}
}
