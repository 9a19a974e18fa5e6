import type { ArgumentTypes } from '../arguments/kinds.js'

/**
 * The arguments that a command's pattern declares, by name: `'whois <email>'` has `{ email: string }`, and
 * `'roll <dice:integer> [how:open|secret]'` has `{ dice: number, how: 'open' | 'secret' | undefined }`.
 */
export type ArgsOf<Pattern extends string> = string extends Pattern
  ? Readonly<Record<string, string | undefined>>
  : { readonly [Name in keyof Declared<Pattern>]: Declared<Pattern>[Name] }

type Declared<Pattern extends string> = Pattern extends `${infer Part} ${infer Others}`
  ? DeclaredBy<Part> & Declared<Others>
  : DeclaredBy<Pattern>

type DeclaredBy<Part extends string> = Part extends `<${infer Inner}>`
  ? Record<NameIn<Inner>, ValueIn<Inner>>
  : Part extends `[${infer Inner}]`
    ? Record<NameIn<Inner>, ValueIn<Inner> | undefined>
    : unknown

type NameIn<Inner extends string> = Inner extends `${infer Name}...`
  ? Name
  : Inner extends `${infer Name}:${string}`
    ? Name
    : Inner

type ValueIn<Inner extends string> = Inner extends `${string}:${infer Type}` ? ValueOf<Type> : string

/** A type that there is not has no value: the pattern is refused when the bot is put together. */
type ValueOf<Type extends string> = Type extends keyof ArgumentTypes
  ? ArgumentTypes[Type]
  : Type extends `${infer Choice}|${infer Others}`
    ? Choice | ChoicesIn<Others>
    : never

type ChoicesIn<Text extends string> = Text extends `${infer Choice}|${infer Others}` ? Choice | ChoicesIn<Others> : Text
