/**
 * What a value has to look like: a zod declaration, boiled down to what it takes to check JSON against it. It is read
 * from the notation in which `test/protocol/written.test.ts` writes declarations down, so that what only has to check
 * values needs neither zod nor the declarations.
 *
 * | written | means |
 * |---|---|
 * | `s` `s60` `q` | text; of at most 60 code points, counted without the white space around it; that travels in quotes |
 * | `n` `i` `i>=0` | a number; an integer; one that is not smaller |
 * | `b` `u` `f` | a boolean; anything; a file |
 * | `("add","remove")` | one of these values |
 * | `[i]` `[i]2` | a list of integers; of exactly two |
 * | `<s>` | an object with any names, and texts under them |
 * | `{a:s,b:i}` `!{…}` `-{…}` | an object with these fields; others are kept, refused, dropped |
 * | `(s/i)` `@type(A/B)` | the first that fits; the one whose field `type` fits |
 * | `s?` `s~` `b=true` `s^""` | may be missing; may be null; `true` if missing; `""` if missing or mistyped |
 * | `User` | what is written down under that name |
 */
export type Shape =
  | { readonly kind: 'string'; readonly most: number; readonly isQuoted: boolean }
  | { readonly kind: 'number' | 'int'; readonly least: number }
  | { readonly kind: 'boolean' | 'any' | 'file' }
  | { readonly kind: 'value'; readonly values: readonly unknown[] }
  | { readonly kind: 'list'; readonly of: Shape; readonly length: number | undefined }
  | { readonly kind: 'record' | 'optional' | 'nullable'; readonly of: Shape }
  | { readonly kind: 'default' | 'catch'; readonly of: Shape; readonly value: unknown }
  | {
      readonly kind: 'object'
      readonly fields: ReadonlyMap<string, Shape>
      /** How many of the fields must not be missing. */
      readonly needed: number
      readonly others: Others
    }
  | { readonly kind: 'union'; readonly options: readonly Shape[]; readonly by: string | undefined }

export type Of<Kind extends Shape['kind']> = Extract<Shape, { readonly kind: Kind }>

/** What becomes of fields that an object does not declare. */
export type Others = 'kept' | 'refused' | 'dropped'

/** Gives what is written down under a name. */
export type Named = (name: string) => Shape

/** Reads the notation. What is read is our own writing, so a mistake in it is a mistake in the program. */
export function readShape(text: string, named: Named = unknownName): Shape {
  return new Reader(text, named).shape()
}

/** Whether a field that is missing stays so. */
export function mayBeMissing(field: Shape): boolean {
  if (field.kind === 'optional') return true
  return (field.kind === 'nullable' || field.kind === 'catch') && mayBeMissing(field.of)
}

/** By what an object is known among others that are told apart by this field. */
export function tagOf(option: Shape, by: string): unknown {
  const field = option.kind === 'object' ? option.fields.get(by) : undefined
  return field?.kind === 'value' ? field.values[0] : undefined
}

class Reader {
  readonly #text: string
  readonly #named: Named
  #at = 0

  constructor(text: string, named: Named) {
    this.#text = text
    this.#named = named
  }

  shape(): Shape {
    let shape = this.#bare()
    for (;;) {
      if (this.#take('?')) shape = { kind: 'optional', of: shape }
      else if (this.#take('~')) shape = { kind: 'nullable', of: shape }
      else if (this.#take('=')) shape = { kind: 'default', of: shape, value: this.#json() }
      else if (this.#take('^')) shape = { kind: 'catch', of: shape, value: this.#json() }
      else return shape
    }
  }

  #bare(): Shape {
    if (this.#take('{')) return this.#object('kept')
    if (this.#take('!{')) return this.#object('refused')
    if (this.#take('-{')) return this.#object('dropped')
    if (this.#take('[')) {
      const of = this.#upTo(']')
      return { kind: 'list', of, length: this.#number(/\d+/y) }
    }
    if (this.#take('<')) return { kind: 'record', of: this.#upTo('>') }
    if (this.#take('(')) {
      return this.#matches(/"|\d|true|false/y)
        ? { kind: 'value', values: this.#separated(',', () => this.#json()) }
        : { kind: 'union', options: this.#separated('/', () => this.shape()), by: undefined }
    }
    if (this.#take('@')) {
      const by = this.#match(/\w+/y)
      this.#take('(')
      return { kind: 'union', options: this.#separated('/', () => this.shape()), by }
    }
    const word = this.#match(/[a-z]|[A-Z]\w*/y)
    if (word === 's' || word === 'q') {
      return { kind: 'string', most: this.#number(/\d+/y) ?? Number.POSITIVE_INFINITY, isQuoted: word === 'q' }
    }
    if (word === 'n' || word === 'i') {
      const least = this.#take('>=') ? this.#number(/\d+/y) : undefined
      return { kind: word === 'n' ? 'number' : 'int', least: least ?? Number.NEGATIVE_INFINITY }
    }
    return plain.get(word) ?? this.#named(word)
  }

  #object(others: Others): Shape {
    const fields = new Map<string, Shape>()
    while (!this.#take('}')) {
      const name = this.#match(/[\w-]+/y)
      this.#take(':')
      fields.set(name, this.shape())
      this.#take(',')
    }
    const needed = [...fields.values()].filter((field) => !mayBeMissing(field)).length
    return { kind: 'object', fields, needed, others }
  }

  #upTo(end: string): Shape {
    const shape = this.shape()
    this.#take(end)
    return shape
  }

  #separated<Item>(sign: string, item: () => Item): Item[] {
    const items: Item[] = []
    do items.push(item())
    while (this.#take(sign))
    this.#take(')')
    return items
  }

  /** Undefined for what is written as nothing at all. */
  #json(): unknown {
    const text = this.#match(/"[^"]*"|\[\]|\{\}|\w*/y)
    return text === '' ? undefined : JSON.parse(text)
  }

  #number(pattern: RegExp): number | undefined {
    const digits = this.#match(pattern)
    return digits === '' ? undefined : Number(digits)
  }

  #take(sign: string): boolean {
    const isThere = this.#text.startsWith(sign, this.#at)
    if (isThere) this.#at += sign.length
    return isThere
  }

  #matches(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at
    return pattern.test(this.#text)
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const [found = ''] = pattern.exec(this.#text) ?? []
    this.#at += found.length
    return found
  }
}

const plain: ReadonlyMap<string, Shape> = new Map([
  ['b', { kind: 'boolean' }],
  ['u', { kind: 'any' }],
  ['f', { kind: 'file' }],
])

function unknownName(name: string): never {
  throw new RangeError(`No shape is called "${name}".`)
}
