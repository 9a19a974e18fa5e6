import { secretHider } from '../../receiver/log.js'
import { encodedForms } from '../../text/encodedForms.js'
import { fitted } from './layout.js'
import type { Paint, Terminal } from './terminal.js'

/** A command's output: its result on standard output, everything else on standard error. */
export interface Output {
  readonly terminal: Terminal
  readonly json: boolean
  /** Prints the result: as one JSON document, or as a text for people. */
  result(value: unknown, text: (paint: Paint) => string): void
  /** Prints a note to standard error, with known secrets masked. */
  note(text: string): void
  /** Masks these in everything printed to standard error from now on. */
  hide(...secrets: readonly string[]): void
  /** The text with known secrets masked. */
  masked(text: string): string
}

export function createOutput(terminal: Terminal, json: boolean): Output {
  const secrets = new Set<string>()
  const masked = (text: string) => secretHider(secrets)(text)
  return {
    terminal,
    json,
    result: (value, text) =>
      terminal.out.write(withNewLine(json ? (JSON.stringify(value, null, 2) ?? 'null') : text(terminal.out.paint))),
    note: (text) => terminal.err.write(withNewLine(fitted(masked(text), terminal.err.columns))),
    hide: (...more) => {
      for (const form of more.flatMap(encodedForms)) secrets.add(form)
    },
    masked,
  }
}

function withNewLine(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}
