import * as z from 'zod/mini'
import { en } from 'zod/v4/locales'

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

/** What a schema reads, with the fields' own comments: `z.output` drops them. */
export type Fields<Schema extends z.ZodMiniObject> = Output<Schema['shape']>

/** The fields of a shape once parsed. */
export type Output<Shape extends z.core.$ZodShape> = Flat<
  { [Key in Exclude<keyof Shape, OptionalOut<Shape>>]: z.output<Shape[Key]> } & {
    [Key in OptionalOut<Shape>]?: z.output<Shape[Key]>
  }
>

/** What is passed for the fields of a shape. A list may be one that nobody may change. */
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
/** An intersection as one object, whose fields keep their comments; `unknown` keeps its own name out of messages. */
type Flat<Fields> = { [Key in keyof Fields]: Fields[Key] } & unknown

/**
 * Gives zod the words for what it finds wrong: the small build of it, which the contract is declared with, has none of
 * its own. A language that somebody else has chosen stays. Called by the files that nothing is read without, since a
 * bundler leaves out a file that is only there for what it does.
 */
export function useEnglishMessages(): void {
  if (z.config().localeError === undefined) z.config(en())
}
