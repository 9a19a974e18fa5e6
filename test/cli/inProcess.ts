import { tmpdir } from 'node:os'
import { afterAll, beforeAll } from 'vitest'
import { runCli } from '../../src/cli/cli.js'
import type { EndSignal, Terminal } from '../../src/cli/shared/terminal.js'
import { createSide } from '../../src/cli/shared/terminal.js'

/** The `earshot` command within this process, as if it had one of its own. It starts at once. */

export interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

export interface RunOptions {
  /** What comes in; nothing unless given. */
  readonly input?: string
  /** All that the command knows of its environment. */
  readonly environment?: Readonly<Record<string, string>>
  /** The width of the terminal that both sides of the output are; unless given, they are pipes. */
  readonly columns?: number
}

/** A command that is under way. */
export interface Running {
  readonly ended: Promise<Ended>
  /** Resolves with what it printed once that holds this text. */
  until(text: string): Promise<string>
  /** Ends it as a signal does. */
  end(signal: EndSignal): Promise<Ended>
}

/** Runs `earshot` to its end. */
export const earshot = (args: readonly string[], options: RunOptions = {}): Promise<Ended> =>
  startEarshot(args, options).ended

/** Starts `earshot`. A test that starts it ends it too. */
export function startEarshot(args: readonly string[], options: RunOptions = {}): Running {
  const { terminal, printed, end, onPrint } = pretendTerminal(options)
  const ended = runCli(args, terminal).then((code) => ({ code, ...printed }))
  // Whoever waits for the end is told of it.
  ended.catch(() => {})
  return {
    ended,
    until: (text) =>
      new Promise((resolve, reject) => {
        const look = () => printed.out.includes(text) && resolve(printed.out)
        onPrint(look)
        ended.then(() => reject(new Error(`It ended without "${text}":\n${printed.out}\n${printed.err}`)), reject)
        look()
      }),
    end: (signal) => {
      end(signal)
      return ended
    },
  }
}

/** What a command takes for its terminal. */
export function pretendTerminal({ input = '', environment = {}, columns }: RunOptions = {}) {
  const printed = { out: '', err: '' }
  const listeners = new Set<() => void>()
  const side = (name: 'out' | 'err') => {
    const print = (text: string) => {
      printed[name] += text
      for (const listener of listeners) listener()
    }
    return createSide(print, environment, () => columns)
  }
  let end: (signal: EndSignal) => void = () => {}
  const signal = new Promise<EndSignal>((resolve) => {
    end = resolve
  })
  const terminal: Terminal = {
    out: side('out'),
    err: side('err'),
    environment,
    read: async () => new TextEncoder().encode(input),
    endSignal: () => signal,
  }
  return { terminal, printed, end, onPrint: (listener: () => void) => void listeners.add(listener) }
}

/** Changes into a folder for the tests of a file, as a person does before a command; unless given, where there is nothing of ours. */
export function changeInto(folder: string = tmpdir()): void {
  const before = process.cwd()
  beforeAll(() => process.chdir(folder))
  afterAll(() => process.chdir(before))
}
