import { styleText } from 'node:util'
import { createRepeat } from '../../node/shutdownSignals.js'

export interface Terminal {
  /** Results. */
  readonly out: Side
  /** Everything else: progress and errors. */
  readonly err: Side
  readonly environment: Readonly<Record<string, string | undefined>>
  read(): Promise<Uint8Array>
  /** Resolves with the first signal to end; from the call on, signals no longer end the process directly. */
  endSignal(): Promise<EndSignal>
}

export interface Side {
  write(text: string): void
  /** Whether it is a terminal rather than a file or another program. */
  readonly isTerminal: boolean
  /** Whether a line that was printed can be printed over. */
  readonly canRewrite: boolean
  /** Its width; undefined if unknown. */
  readonly columns: number | undefined
  readonly paint: Paint
}

export function processTerminal(): Terminal {
  const { stdout, stderr, stdin, env: environment } = process
  return {
    out: sideOf(stdout, environment),
    err: sideOf(stderr, environment),
    environment,
    async read() {
      const parts: Uint8Array[] = []
      for await (const part of stdin) parts.push(part)
      return Buffer.concat(parts)
    },
    endSignal,
  }
}

function sideOf(stream: NodeJS.WriteStream, environment: Terminal['environment']): Side {
  const isTerminal = stream.isTTY === true
  return {
    write: (text) => void stream.write(text),
    isTerminal,
    canRewrite: isTerminal && environment.TERM !== 'dumb',
    // A terminal may change its size, and some know none.
    get columns() {
      return isTerminal ? stream.columns || undefined : undefined
    },
    paint: paintFor(isTerminal, environment),
  }
}

export type EndSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP'

const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** A second signal, unless it is npm's copy of the same Ctrl-C, ends the process at once. */
function endSignal(): Promise<EndSignal> {
  return new Promise((resolve) => {
    const repeat = createRepeat()
    const onSignal = (signal: EndSignal) => {
      const which = repeat()
      if (which === 'first') resolve(signal)
      else if (which === 'second') process.exit(130)
    }
    for (const name of names) process.on(name, onSignal)
  })
}

/** The columns of help and overviews where there is no terminal. */
export const usualWidth = 80

/** Styles a text, or returns it unchanged if colours are off. */
export type Paint = (style: Style, text: string) => string

export type Style = keyof typeof styles

const styles = {
  strong: 'bold',
  faint: 'dim',
  good: 'green',
  bad: 'red',
  warning: 'yellow',
  /** Names of things. */
  name: 'cyan',
} as const

/** The paint for a stream: colours on a terminal only, and as `NO_COLOR` and `FORCE_COLOR` say. @see https://no-color.org */
export function paintFor(isTerminal: boolean, environment: Readonly<Record<string, string | undefined>>): Paint {
  if (!wantsColour(isTerminal, environment)) return (_, text) => text
  return (style, text) => styleText(styles[style], text, { validateStream: false })
}

/** `FORCE_COLOR` overrides `NO_COLOR`, as in Node itself. */
function wantsColour(
  isTerminal: boolean,
  { FORCE_COLOR: forced, NO_COLOR: unwanted, TERM: kind }: Readonly<Record<string, string | undefined>>,
): boolean {
  if (forced !== undefined) return forced !== '0' && forced !== 'false'
  if (unwanted !== undefined && unwanted !== '') return false
  return isTerminal && kind !== 'dumb'
}

/** Escapes characters that would control the terminal or change the text's direction. */
export function printable(text: string): string {
  return text.replaceAll(controlling, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

// Control characters except tab and line feed, Unicode's own ends of lines, and marks that change the direction of text.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it matches
const controlling = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** JSON with the same escapes, which don't change its value. */
export function printableJson(value: unknown): string {
  return printable(JSON.stringify(value, null, 2) ?? 'null')
}
