import { errorMessage } from '../values.js'
import { type DemoOptions, playDemo } from './demo/play.js'
import { Command, portNumber } from './shared/command.js'
import { openBrowser } from './shared/openBrowser.js'
import { endSignal } from './shared/terminal.js'

/** `npm start`: opens a playground with the bundled bots and plays a conversation in it. */

await new Command('npm start')
  .usage('[-- options]')
  .option('--once', 'end after the conversation')
  .option('--open', 'open the playground in a browser')
  .option('--port <n>', "the simulated server's port (default: a free one)", portNumber)
  .showHelpAfterError()
  .action(start)
  .parseAsync()
  .catch((error: unknown) => {
    process.stderr.write(`\n  ${errorMessage(error)}\n`)
    process.exitCode = 1
  })

async function start({ once, open, port }: { once?: true; open?: true; port?: number }): Promise<void> {
  // The bundled bots import the library by its name, like any user's bots.
  const bundled = await import(new URL('../bots/index.js', import.meta.url).href)
  const { bundledBots: bots, bakeryWith } = bundled as {
    readonly bundledBots: DemoOptions['bots']
    bakeryWith(bots: DemoOptions['bots']): DemoOptions['organisation']
  }
  const demo = await playDemo({
    organisation: bakeryWith(bots),
    bots,
    port,
    isToStay: !once,
  })
  if (once) return demo.close()
  if (open && !(await openBrowser(`${demo.url}/`))) process.stdout.write('\n  No browser could be opened here.\n')
  process.stdout.write(`\n  The playground is at ${demo.url}/ until Ctrl-C.\n\n`)
  const signal = await endSignal()
  await demo.close()
  if (signal !== 'SIGINT') process.exitCode = 143
}
