import { expect, it } from 'vitest'
import { forkedWorker } from '../../../src/cli/mcp/forkedWorker.js'

it('fails the calls of a bot whose process can not be started, and can be closed', async () => {
  const { execPath } = process
  process.execPath = '/nowhere/node'
  try {
    const worker = forkedWorker(1_000)
    await expect(worker.call('start', {})).rejects.toThrow("The bot's process couldn't be started (spawn /nowhere/node")
    await worker.close()
  } finally {
    process.execPath = execPath
  }
})
