import type { Args, Command } from './command.js'
import type { ArgumentPart, PatternPart } from './pattern.js'

/** What a text is to a bot's commands. */
export type CommandMatch =
  | { readonly kind: 'match'; readonly command: Command; readonly args: Args }
  /** The text begins like these commands, but its arguments fit none; the mistake is the first one's. */
  | { readonly kind: 'mistake'; readonly commands: readonly Command[]; readonly mistake: Mistake }

export type Mistake =
  | { readonly kind: 'missing'; readonly argument: ArgumentPart }
  | { readonly kind: 'other word'; readonly expected: string; readonly found: string | undefined }
  | { readonly kind: 'too much'; readonly text: string }

/**
 * Finds the command that a text is. Of the commands that it begins like, those count which begin with the most words;
 * of these, the first whose arguments fit. Case matters in arguments alone.
 */
export function matchCommand(commands: readonly Command[], text: string): CommandMatch | undefined {
  const words = wordsOf(text)
  const alike = commands.filter(({ head }) => head.every((word, at) => word === words[at]?.text.toLowerCase()))
  const longest = Math.max(...alike.map(({ head }) => head.length))
  const candidates = alike.filter(({ head }) => head.length === longest)
  let firstMistake: Mistake | undefined
  for (const command of candidates) {
    const read = readArguments(command.parts, text, words)
    if ('args' in read) return { kind: 'match', command, args: read.args }
    firstMistake ??= read.mistake
  }
  return firstMistake && { kind: 'mistake', commands: candidates, mistake: firstMistake }
}

interface Word {
  readonly text: string
  readonly at: number
}

function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(/\S+/g), ({ index, 0: word }) => ({ text: word, at: index }))
}

function readArguments(
  parts: readonly PatternPart[],
  text: string,
  words: readonly Word[],
): { readonly args: Args } | { readonly mistake: Mistake } {
  const args = new Map<string, string | undefined>()
  for (const [at, part] of parts.entries()) {
    const word = words[at]
    if (part.kind === 'word') {
      const isThere = word?.text.toLowerCase() === part.word.toLowerCase()
      if (!isThere) return { mistake: { kind: 'other word', expected: part.word, found: word?.text } }
      continue
    }
    if (!word && !part.isOptional) return { mistake: { kind: 'missing', argument: part } }
    args.set(part.name, word && part.takesRest ? text.slice(word.at) : word?.text)
    if (part.takesRest) return { args: Object.fromEntries(args) }
  }
  const surplus = words[parts.length]
  if (surplus) return { mistake: { kind: 'too much', text: text.slice(surplus.at) } }
  return { args: Object.fromEntries(args) }
}
