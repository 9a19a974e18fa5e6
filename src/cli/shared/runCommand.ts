import type { Output } from './output.js'

/**
 * Does what a command is for: gives it an output, tells of what it throws, and sets the exit code.
 *
 * @param name Of the command, as it is typed behind `earshot`.
 * @example .action((flags) => runCommand('doctor', flags, (output) => doctor(flags, output)))
 */
export async function runCommand(
  name: string,
  { json = false }: { readonly json?: boolean },
  work: (output: Output) => Promise<number>,
): Promise<void> {
  const [{ tellFailure }, { createOutput }, { processTerminal }] = await Promise.all([
    import('./failure.js'),
    import('./output.js'),
    import('./terminal.js'),
  ])
  const output = createOutput(processTerminal(), json)
  try {
    process.exitCode = await work(output)
  } catch (error) {
    process.exitCode = tellFailure(output, name, error)
  }
}
