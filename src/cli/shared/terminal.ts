import { buffer } from 'node:stream/consumers'
import { inspect } from 'node:util'
import { createRepeat } from '../../node/shutdownSignals.js'
import { printable } from '../../text/printable.js'

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

/** Only `paint` and `rewrite` control the terminal: whatever else would is escaped. */
export interface Side {
  write(text: string): void
  /** Prints over the line. */
  rewrite(line: string): void
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
    read: () => buffer(stdin),
    endSignal,
  }
}

function sideOf(stream: NodeJS.WriteStream, environment: Terminal['environment']): Side {
  // A terminal may change its size, and some know none.
  return createSide(
    (text) => stream.write(text),
    environment,
    () => (stream.isTTY === true ? (stream.columns ?? 0) : undefined),
  )
}

/** @param columns Returns the width of a terminal, 0 if it is unknown, and undefined if there is no terminal. */
export function createSide(
  print: (text: string) => void,
  environment: Terminal['environment'],
  columns: () => number | undefined,
): Side {
  const isTerminal = columns() !== undefined
  return {
    write: (text) => print(forTerminal(text)),
    rewrite: (line) => print(`\r${forTerminal(line)}\u001b[K`),
    isTerminal,
    canRewrite: isTerminal && environment.TERM !== 'dumb',
    get columns() {
      return columns() || undefined
    },
    paint: paintFor(isTerminal, environment),
  }
}

export type EndSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP'

/** The exit code of a command that runs until it is ended: Ctrl-C is how people end it, other signals come from outside. */
export const exitCodeAfter = (signal: EndSignal): number => (signal === 'SIGINT' ? 0 : 143)

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
function paintFor(isTerminal: boolean, environment: Terminal['environment']): Paint {
  if (!wantsColour(isTerminal, environment)) return (_, text) => text
  return (style, text) => {
    const [on, off] = inspect.colors[styles[style]] ?? []
    return `\u001b[${on}${ours}${text}\u001b[${off}${ours}`
  }
}

/** Ends the sequences of `paint`, so that none in a text of others is taken for one. */
const ours = `;${Math.floor(Math.random() * 1e15)}m`

/** What a terminal gets for a text that may be painted. */
export const forTerminal = (text: string): string => printable(text).replaceAll(painted, '\u001b[$1m')

const painted = new RegExp(`\\\\u001b\\[(\\d+)${ours}`, 'g')

/** `FORCE_COLOR` overrides `NO_COLOR`, as in Node itself. */
function wantsColour(
  isTerminal: boolean,
  { FORCE_COLOR: forced, NO_COLOR: unwanted, TERM: kind }: Readonly<Record<string, string | undefined>>,
): boolean {
  if (forced !== undefined) return forced !== '0' && forced !== 'false'
  if (unwanted !== undefined && unwanted !== '') return false
  return isTerminal && kind !== 'dumb'
}
