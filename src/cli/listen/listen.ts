import { listen } from '../../node/index.js'
import { loadBotModule } from '../botModule.js'
import { flagOptions, logFor, type ProcessFlags } from '../serve/serve.js'
import { exitCodes } from '../shared/failure.js'
import type { Output } from '../shared/output.js'

export interface ListenFlags extends ProcessFlags {
  readonly port?: number
  /** Milliseconds. */
  readonly catchUp?: number
  readonly answerBots?: boolean
}

/** Runs the bots of a file by event queues until a signal to end, or until no bot can listen any more. */
export async function listenFile(file: string, flags: ListenFlags, output: Output): Promise<number> {
  const log = logFor(flags, output)
  const { bots } = await loadBotModule(file)
  const { port, catchUp, answerBots } = flags
  const listening = await listen({
    bots,
    ...flagOptions(flags, log, output.terminal.environment),
    ...(port !== undefined && { healthPort: port }),
    ...(catchUp !== undefined && { catchUp: { atMost: catchUp } }),
    ...(answerBots !== undefined && { answerBots }),
  })
  const signal = await Promise.race([output.terminal.endSignal(), listening.ended.then(() => undefined)])
  if (signal !== undefined) log.info({ signal }, 'Shutting down; waiting for running handlers')
  await listening.close()
  return signal === undefined ? exitCodes.failed : exitCodes.worked
}
