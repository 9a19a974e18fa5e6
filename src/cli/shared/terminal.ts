import { type EndSignal, endSignal } from './endSignal.js'
import { type Paint, paintFor } from './paint.js'

/** What a command has of the process that it runs in: its input and output, its environment, and the signal to end. */
export interface Terminal {
  /** Results. */
  readonly out: Side
  /** Everything else: what goes on, and what went wrong. */
  readonly err: Side
  readonly environment: Readonly<Record<string, string | undefined>>
  /** All that comes in. */
  read(): Promise<Uint8Array>
  /** Resolves with the first signal to end, which from now on doesn't end the process by itself. */
  endSignal(): Promise<EndSignal>
}

export interface Side {
  write(text: string): void
  /** Whether a person is looking, rather than a file or another program. */
  readonly isTerminal: boolean
  /** How wide it is; undefined where nobody knows. */
  readonly columns: number | undefined
  readonly paint: Paint
}

/** The process's own terminal, pipe or file. */
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
    columns: isTerminal ? stream.columns : undefined,
    paint: paintFor(isTerminal, environment),
  }
}
