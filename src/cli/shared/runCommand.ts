import type { Output } from './output.js'
import type { Terminal } from './terminal.js'

/**
 * Does what a command is for, with an output for it.
 *
 * @param name Of the command, as it is typed after `earshot`.
 * @example .action((flags) => run('doctor', flags, (output) => doctor(flags, output)))
 */
export type RunCommand = (
  name: string,
  flags: { readonly json?: boolean },
  work: (output: Output) => Promise<number>,
) => Promise<void>

/** Runs a command on a terminal, and reports what it throws. @returns the exit code. */
export async function runCommand(
  terminal: Terminal,
  ...[name, { json = false }, work]: Parameters<RunCommand>
): Promise<number> {
  const [{ reportFailure }, { createOutput }] = await Promise.all([import('./failure.js'), import('./output.js')])
  const output = createOutput(terminal, json)
  try {
    return await work(output)
  } catch (error) {
    return reportFailure(output, name, error)
  }
}
