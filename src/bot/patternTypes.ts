/** The arguments that a command's pattern declares, by name: `'whois <email>'` has `{ email: string }`. */
export type ArgsOf<Pattern extends string> = string extends Pattern
  ? Readonly<Record<string, string | undefined>>
  : { readonly [Name in keyof Declared<Pattern>]: Declared<Pattern>[Name] }

type Declared<Pattern extends string> = Pattern extends `${infer Part} ${infer Others}`
  ? DeclaredBy<Part> & Declared<Others>
  : DeclaredBy<Pattern>

type DeclaredBy<Part extends string> = Part extends `<${infer Name}>`
  ? Record<NameIn<Name>, string>
  : Part extends `[${infer Name}]`
    ? Record<NameIn<Name>, string | undefined>
    : unknown

type NameIn<Inner extends string> = Inner extends `${infer Name}...` ? Name : Inner
