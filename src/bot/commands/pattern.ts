import { alikeAmong, fold, nearest } from '../../text/index.js'
import { type ArgumentTypes, argumentKinds, choiceKind } from '../arguments/kinds.js'
import type { ArgumentKind } from '../arguments/place.js'
import { BotSetupError } from '../base/errors.js'

export type PatternPart = WordPart | ArgumentPart

interface WordPart {
  readonly kind: 'word'
  readonly word: string
}

export interface ArgumentPart {
  readonly kind: 'argument'
  readonly name: string
  readonly isOptional: boolean
  /** Takes all the remaining text rather than a word. */
  readonly takesRest: boolean
  /** As it stands in the pattern. */
  readonly written: string
  /** How it is read; undefined if the pattern names no type: then any text will do. */
  readonly type: ArgumentKind | undefined
}

/**
 * Reads a pattern such as `remind <who> [text...]`: literal words, `<name>` for a required word, `[name]` for an optional
 * one, and `...` after a name for all the remaining text. A type may follow the name: `<who:user>`, or `<answer:yes|no>`
 * for one of several words.
 * @throws {BotSetupError} if the pattern can't be read, or is ambiguous.
 */
export function readPattern(pattern: string): PatternPart[] {
  const parts = pattern
    .split(/\s+/)
    .filter((text) => text !== '')
    .map((text) => readPart(text, pattern))
  for (const [rule, problem] of rules) {
    const broken = parts.find((part, at) => rule(part, at, parts))
    if (broken) throw unusable(pattern, problem(partText(broken)))
  }
  if (parts.length === 0) throw unusable(pattern, 'it is empty. Begin with a word.')
  return parts
}

export function partText(part: PatternPart): string {
  if (part.kind === 'word') return part.word
  const inner = part.name + (part.takesRest ? '...' : '')
  return part.isOptional ? `[${inner}]` : `<${inner}>`
}

/** The same, with the choices: `<priority:low|high>`. */
export function usageText(part: PatternPart): string {
  return part.kind === 'argument' && part.type?.isChoice ? part.written : partText(part)
}

const unusable = (pattern: string, problem: string) =>
  new BotSetupError('invalid_pattern', `The command pattern '${pattern}' can't be used: ${problem}`)

function readPart(text: string, pattern: string): PatternPart {
  const [, open, name, type, dots, close] =
    /^([<[])([A-Za-z]\w*)(?::([^\s<>[\]:.`@*]+))?(\.\.\.)?([>\]])$/.exec(text) ?? []
  if (name !== undefined && (open === '<') === (close === '>')) {
    const takesRest = dots !== undefined
    if (takesRest && type !== undefined) {
      throw unusable(
        pattern,
        `'${text}' has a type and takes all of the remaining text. Leave out the type or the dots.`,
      )
    }
    const kind = type === undefined ? undefined : readType(type, text, pattern)
    return { kind: 'argument', name, isOptional: open === '[', takesRest, written: text, type: kind }
  }
  if (fold(text) === '') {
    throw unusable(pattern, 'it has a word of invisible characters, which nobody can type. Delete them.')
  }
  if (/^[^<>[\]`@*]+$/.test(text)) return { kind: 'word', word: text }
  const forms = '<name>, [name], <name:type>, <name...> or [name...], with a name of letters, digits and _'
  throw unusable(pattern, `'${text}' is neither a plain word nor an argument. Write an argument as ${forms}.`)
}

function readType(type: string, part: string, pattern: string): ArgumentKind {
  const choices = type.split('|')
  if (choices.length > 1) {
    const isTold = choices.every((choice) => fold(choice) !== '' && !/[,;]$/.test(choice))
    const alike = alikeAmong(choices, String)
    if (isTold && alike === undefined) return choiceKind(choices)
    const which = isTold && alike ? `: people can't tell '${alike[0]}' from '${alike[1]}'` : ', or ends in a comma'
    throw unusable(pattern, `'${part}' has an empty or repeated choice${which}. Give it different words.`)
  }
  if (Object.hasOwn(argumentKinds, type)) return argumentKinds[type as keyof ArgumentTypes]
  const names = Object.keys(argumentKinds)
  const meant = nearest(type, names)
  const question = meant === undefined ? '' : ` Did you mean '${meant}'?`
  throw unusable(
    pattern,
    `'${part}' has the type '${type}', which doesn't exist.${question} The types are ${names.join(', ')}, and choices such as yes|no.`,
  )
}

type Rule = (part: PatternPart, at: number, parts: readonly PatternPart[]) => boolean

const rules: readonly [Rule, (part: string) => string][] = [
  [(part, at) => at === 0 && part.kind !== 'word', (part) => `it begins with ${part}. Begin with a word.`],
  [
    (part, at, parts) => part.kind === 'argument' && part.takesRest && at < parts.length - 1,
    (part) => `${part} takes all of the remaining text. Put it last.`,
  ],
  [
    (part, at, parts) => isOptional(parts[at - 1]) && !isOptional(part),
    (part) => `${part} comes after an optional argument. Put optional arguments last.`,
  ],
  [
    (part, at, parts) => part.kind === 'argument' && parts.slice(0, at).some((other) => isNamed(other, part.name)),
    (part) => `${part} has the name of an earlier argument. Give it another.`,
  ],
]

const isOptional = (part: PatternPart | undefined) => part?.kind === 'argument' && part.isOptional
const isNamed = (part: PatternPart, name: string) => part.kind === 'argument' && part.name === name

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

/** An unknown type has no value: the pattern is refused when the bot is set up. */
type ValueOf<Type extends string> = Type extends keyof ArgumentTypes
  ? ArgumentTypes[Type]
  : Type extends `${infer Choice}|${infer Others}`
    ? Choice | ChoicesIn<Others>
    : never

type ChoicesIn<Text extends string> = Text extends `${infer Choice}|${infer Others}` ? Choice | ChoicesIn<Others> : Text

/** The words of a prefix. @throws {BotSetupError} `invalid_pattern` for an argument */
export function prefixParts(prefix: string) {
  const parts = readPattern(prefix)
  if (parts.every(({ kind }) => kind === 'word')) return parts
  throw new BotSetupError(
    'invalid_pattern',
    `The prefix '${prefix}' can't be used: it has an argument. Give words alone.`,
  )
}
