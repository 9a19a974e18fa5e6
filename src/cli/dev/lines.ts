import { createInterface, type Interface } from 'node:readline'
import type { Talk } from './talk.js'

/** Where lines are typed or come in, and what is printed meanwhile. */
export interface Lines {
  /** Prints without disturbing what is being typed. */
  write(text: string): void
  /** Takes lines from now on, one after the other. */
  begin(talk: Talk): void
  close(): void
}

/** Lines of a terminal, with a prompt; Ctrl-C and Ctrl-D are `leave`. */
export function terminalLines(input: NodeJS.ReadStream, output: NodeJS.WriteStream, leave: () => void): Lines {
  const lines = createInterface({ input, output })
  const early: string[] = []
  const keep = (line: string) => early.push(line)
  let isAsking = false
  lines.on('SIGINT', leave).on('close', leave).on('line', keep)
  const ask = (talk: Talk) => {
    lines.setPrompt(talk.prompt)
    lines.prompt(true)
  }
  let current: Talk | undefined
  return {
    write(text) {
      if (isAsking) output.write('\r\u001b[K')
      output.write(text)
      if (isAsking && text.endsWith('\n') && current !== undefined) ask(current)
    },
    begin(talk) {
      current = talk
      isAsking = true
      ask(talk)
      lines.off('line', keep)
      takeInTurn(lines, early, async (line) => {
        await talk.take(line)
        if (isAsking) ask(talk)
      })
    },
    close() {
      isAsking = false
      lines.off('close', leave)
      output.write('\r\u001b[K')
      lines.close()
    },
  }
}

/** Lines of a pipe or a file, without a prompt; its end is the end of nothing. */
export function pipedLines(input: NodeJS.ReadStream, output: NodeJS.WritableStream): Lines {
  let lines: Interface | undefined
  return {
    write: (text) => void output.write(text),
    begin(talk) {
      lines = createInterface({ input })
      takeInTurn(lines, [], (line) => talk.take(line))
    },
    close() {
      lines?.close()
      input.destroy()
    },
  }
}

/** The next line waits for what came of the one before. */
function takeInTurn(lines: Interface, early: readonly string[], take: (line: string) => Promise<void>): void {
  let turn = Promise.resolve()
  const add = (line: string) => {
    turn = turn.then(() => take(line))
  }
  for (const line of early) add(line)
  lines.on('line', add)
}
