import { parseArgs } from 'node:util'
import { errorMessage } from '../values.js'
import { type DemoOptions, playDemo } from './demo/play.js'
import { openBrowser } from './shared/openBrowser.js'
import { endSignal } from './shared/terminal.js'

/** `npm start`: the playground with the bundled bots in it, a conversation between them, and time to try more. */

const usage = `
  npm start [-- options]

    --once       end after the conversation
    --open       open the playground in a browser
    --port N     the simulated server's port (default: a free one)
    --help       this text
`

async function start(): Promise<void> {
  const { once, open, port, help } = readArguments()
  if (help) {
    process.stdout.write(usage)
    return
  }
  // The bots are built beside the library, as somebody else's would be, and know it by its name alone.
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

function readArguments() {
  const { values } = parseArgs({
    options: {
      once: { type: 'boolean', default: false },
      open: { type: 'boolean', default: false },
      port: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  const port = values.port === undefined ? undefined : Number(values.port)
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65_535)) {
    throw new TypeError(`--port is "${values.port}", which is no port. Give a number from 0 to 65535.`)
  }
  return { once: values.once, open: values.open, port, help: values.help }
}

try {
  await start()
} catch (error) {
  process.stderr.write(`\n  ${errorMessage(error)}\n${usage}\n`)
  process.exitCode = 1
}
