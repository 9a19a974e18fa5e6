import { errorMessage } from '../values.js'
import { type DemoOptions, playDemo } from './demo/play.js'
import { Command, parsePort } from './shared/command.js'
import { fitted } from './shared/layout.js'
import { openBrowser } from './shared/openBrowser.js'
import { exitCodeAfter, processTerminal } from './shared/terminal.js'

const terminal = processTerminal()

/** `npm start`: opens a playground with the bundled bots and plays a conversation in it. */

await new Command('npm start')
  .usage('[-- options]')
  .option('--once', 'end after the conversation')
  .option('--keys', 'also print the keys and tokens of all accounts, and a call to copy')
  .option('--open', 'open the playground in a browser')
  .option('--port <n>', "the simulated server's port (default: a free one)", parsePort)
  .showHelpAfterError()
  .action(start)
  .parseAsync()
  .catch((error: unknown) => {
    terminal.err.write(fitted(`\n  ${errorMessage(error)}\n`, terminal.err.columns))
    process.exitCode = 1
  })

interface StartFlags {
  readonly once?: true
  readonly keys?: true
  readonly open?: true
  readonly port?: number
}

async function start({ once, keys, open, port }: StartFlags): Promise<void> {
  // The bundled bots import the library by its name, like any user's bots.
  const bundled = await import(new URL('../bots/index.js', import.meta.url).href)
  const { bundledBots: bots, bakeryWith } = bundled as {
    readonly bundledBots: DemoOptions['bots']
    bakeryWith(bots: DemoOptions['bots']): DemoOptions['organisation']
  }
  const demo = await playDemo(
    { organisation: bakeryWith(bots), bots, port, isToStay: !once, keys: keys === true },
    terminal,
  )
  if (once) return demo.close()
  if (open && !(await openBrowser(`${demo.url}/`))) terminal.out.write('\n  No browser could be opened here.\n')
  const more = keys ? '' : 'With `npm start -- --keys` it prints keys, tokens and a call to copy.\n  '
  terminal.out.write(`\n  ${more}The bots have talked in it a little. Runs until Ctrl-C.\n\n`)
  process.exitCode = exitCodeAfter(await terminal.endSignal())
  await demo.close()
}
