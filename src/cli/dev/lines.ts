import { createInterface, type Interface } from 'node:readline'
import stringWidth from 'string-width'
import { forTerminal } from '../shared/terminal.js'
import type { Talk } from './talk.js'

export interface Lines {
  /** Prints without disturbing the line being typed. */
  write(text: string): void
  /** Starts taking lines, one after the other is handled. */
  begin(talk: Talk): Promise<void>
  close(): void
}

/** Lines of a terminal, with a prompt; Ctrl-C and Ctrl-D call `leave`. */
export function terminalLines(input: NodeJS.ReadStream, output: NodeJS.WriteStream, leave: () => void): Lines {
  const lines = createInterface({ input, output })
  // Buffers lines that are typed before `begin`.
  const typed = lines[Symbol.asyncIterator]()
  let talk: Talk | undefined
  lines.on('SIGINT', leave).on('close', leave)
  // The chat shows a message that was typed, so the line with the prompt goes. Commands stay, above what they answer.
  lines.on('line', (line) => {
    if (talk === undefined || /^\s*(\/(?!\/|me\b)|$)/.test(line)) return
    const rows = Math.floor(stringWidth(lines.getPrompt() + line) / (output.columns || 80)) + 1
    output.write(`\u001b[${rows}A\r\u001b[J`)
  })
  const ask = () => {
    if (talk === undefined) return
    lines.setPrompt(forTerminal(talk.prompt))
    lines.prompt(true)
  }
  return {
    write(text) {
      if (talk !== undefined) output.write('\r\u001b[K')
      output.write(forTerminal(text))
      if (text.endsWith('\n')) ask()
    },
    async begin(begun) {
      talk = begun
      ask()
      for await (const line of typed) {
        await begun.take(line)
        ask()
      }
    },
    close() {
      talk = undefined
      lines.off('close', leave)
      output.write('\r\u001b[K')
      lines.close()
    },
  }
}

/** Lines of a pipe or a file, without a prompt. Its end doesn't end the command. */
export function pipedLines(input: NodeJS.ReadStream, output: NodeJS.WritableStream): Lines {
  let lines: Interface | undefined
  return {
    write: (text) => void output.write(forTerminal(text)),
    async begin(talk) {
      lines = createInterface({ input })
      for await (const line of lines) await talk.take(line)
    },
    close() {
      lines?.close()
      input.destroy()
    },
  }
}
