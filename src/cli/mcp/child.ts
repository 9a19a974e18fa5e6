import { EarshotError } from '../../errors.js'
import { errorMessage } from '../../values.js'
import { botWorker } from './botWorker.js'
import type { FromWorker, ToWorker } from './forkedWorker.js'

/** The process that `earshot mcp` starts for each bot. It ends with its parent. */

const worker = botWorker()

process.on('message', async ({ tool, args }: ToWorker) => {
  try {
    tell({ value: await worker.call(tool, args, (progress) => tell({ progress })) })
  } catch (error) {
    const code = error instanceof EarshotError ? error.code : 'failed'
    tell({ failed: { code, message: errorMessage(error) } })
  }
})

function tell(message: FromWorker): void {
  if (process.connected) process.send?.(message)
}

// A terminal sends Ctrl-C to this process too, but its parent decides when it ends.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
process.on('disconnect', () => process.exit())
