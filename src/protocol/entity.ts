import * as z from 'zod/mini'

/**
 * An object of the wire. Fields that it doesn't declare pass through at run time; its type knows only those that it
 * does, so that a typo is an error of the compiler.
 */
export function object<Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
): z.ZodMiniObject<z.core.util.Writeable<Shape>, z.core.$strip> {
  // Both are objects; they differ in what they say of further fields.
  return z.looseObject(shape) as unknown as z.ZodMiniObject<z.core.util.Writeable<Shape>, z.core.$strip>
}

/** The schema of an interface, under whose name the compiler and an editor show what it reads. */
export interface Entity<Type, Schema extends z.ZodMiniObject>
  extends z.ZodMiniType<Type, z.input<Schema>, EntityInternals<Type, z.input<Schema>>> {
  readonly shape: Schema['shape']
}

interface EntityInternals<Output, Input> extends z.core.$ZodTypeInternals<Output, Input> {
  propValues: z.core.util.PropValues
}

/** What a schema reads, with the fields' own comments: `z.infer` drops them. */
export type Fields<Schema extends z.ZodMiniObject> = Required<Schema['shape'], OptionalKey<Schema['shape']>> &
  Optional<Schema['shape'], OptionalKey<Schema['shape']>>

type OptionalKey<Shape> = { [K in keyof Shape]: Shape[K] extends OptionalSchema ? K : never }[keyof Shape]
type OptionalSchema = { readonly _zod: { readonly optout: 'optional' } }
type Required<Shape extends z.core.$ZodShape, Not extends keyof Shape> = Known<Shape, Exclude<keyof Shape, Not>>
type Known<Shape extends z.core.$ZodShape, Key extends keyof Shape> = { [K in Key]: z.output<Shape[K]> }
type Optional<Shape extends z.core.$ZodShape, Key extends keyof Shape> = { [K in Key]?: z.output<Shape[K]> }
