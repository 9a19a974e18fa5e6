import * as z from 'zod/mini'
import { ZodMiniObject } from 'zod/mini'
import { $constructor, $ZodObjectJIT } from 'zod/v4/core'
import { en } from 'zod/v4/locales'

/** An object on the wire. Undeclared fields pass through at run time; its type has only the declared ones, so that a typo is a compile error. */
export function object<Shape extends z.core.$ZodLooseShape>(shape: Shape): ObjectOf<Shape> {
  return compiled(shape, z.unknown())
}

/** An object of a request whose undeclared fields are dropped. */
export function plainObject<Shape extends z.core.$ZodLooseShape>(shape: Shape): ObjectOf<Shape> {
  return compiled(shape)
}

/** An object of a request that may have no other fields. */
export function strictObject<Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
): z.ZodMiniObject<z.core.util.Writeable<Shape>, z.core.$strict> {
  return compiled(shape, z.never())
}

/** Optional fields with these names, all of one kind. */
export function optionalFields<const Name extends string, Schema extends z.ZodMiniType>(
  names: readonly Name[],
  schema: Schema,
) {
  return Object.fromEntries(names.map((name) => [name, z.optional(schema)])) as Record<Name, z.ZodMiniOptional<Schema>>
}

/** The names in a table, with their type. */
export const namesIn = <Table extends object>(table: Table) => Object.keys(table) as (keyof Table & string)[]

type ObjectOf<Shape extends z.core.$ZodLooseShape> = z.ZodMiniObject<z.core.util.Writeable<Shape>, z.core.$strip>

/** The three kinds differ in how their types have undeclared fields; at run time, only in `catchall`. */
function compiled<Schema extends z.ZodMiniObject>(shape: z.core.$ZodLooseShape, catchall?: z.ZodMiniType): Schema {
  return new CompiledObject({ type: 'object', shape, ...(catchall && { catchall }) }) as unknown as Schema
}

/**
 * zod's object schema, compiled to a function at its first use: five times as fast as zod's small build, which never
 * compiles. Where the platform forbids that (`eval`), zod does without. The name must differ from zod's own constructors,
 * since a constructor that finds its name on a schema leaves the schema as it is.
 */
const CompiledObject: z.core.$constructor<z.ZodMiniObject> = /* @__PURE__ */ $constructor(
  'EarshotObject',
  (schema, definition) => {
    $ZodObjectJIT.init(schema, definition)
    ZodMiniObject.init(schema, definition)
  },
)

/** The schema of an interface: the compiler and editors show what it parses under the interface's name. */
export interface Entity<Type, Schema extends z.ZodMiniObject>
  extends z.ZodMiniType<Type, z.input<Schema>, EntityInternals<Type, z.input<Schema>>> {
  readonly shape: Schema['shape']
}

interface EntityInternals<Output, Input> extends z.core.$ZodTypeInternals<Output, Input> {
  propValues: z.core.util.PropValues
}

/** What a schema parses to, with the fields' own comments, which `z.output` drops. */
export type Fields<Schema extends z.ZodMiniObject> = Output<Schema['shape']>

/** The fields of a shape once parsed. */
export type Output<Shape extends z.core.$ZodShape> = Flat<
  { [Key in Exclude<keyof Shape, OptionalOut<Shape>>]: z.output<Shape[Key]> } & {
    [Key in OptionalOut<Shape>]?: z.output<Shape[Key]>
  }
>

/** What a caller passes for the fields of a shape. Lists may be readonly. */
export type Input<Shape extends z.core.$ZodShape> = keyof Shape extends never
  ? Record<string, never>
  : Flat<
      { [Key in Exclude<keyof Shape, OptionalIn<Shape>>]: Readable<z.input<Shape[Key]>> } & {
        [Key in OptionalIn<Shape>]?: Readable<z.input<Shape[Key]>>
      }
    >

type OptionalOut<Shape> = { [Key in keyof Shape]: Shape[Key] extends OptionalOutput ? Key : never }[keyof Shape]
type OptionalOutput = { readonly _zod: { readonly optout: 'optional' } }
type OptionalIn<Shape> = { [Key in keyof Shape]: Shape[Key] extends OptionalInput ? Key : never }[keyof Shape]
type OptionalInput = { readonly _zod: { readonly optin: 'optional' | 'defaulted' } }
type Readable<Value> = Value extends readonly (infer Element)[] ? readonly Element[] : Value
/** Flattens an intersection to one object whose fields keep their comments; `unknown` keeps `Flat` out of messages. */
type Flat<Fields> = { [Key in keyof Fields]: Fields[Key] } & unknown

/**
 * Sets zod's English error messages: its small build, which is used here, has none of its own. Keeps a
 * language that is already set. Called by the files that all parsing goes through, since a bundler drops a file that is
 * imported only for its side effects.
 */
export function useEnglishMessages(): void {
  if (z.config().localeError === undefined) z.config(en())
}
