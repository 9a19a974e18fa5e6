import type { Log } from '../../bot/index.js'
import { endSignal } from '../../node/endSignal.js'
import { type DoorOptions, serve } from '../../node/index.js'
import { consoleLog, type LogLevel } from '../../receiver/index.js'
import { loadBotModule } from '../botModule.js'
import { exitCodes } from '../shared/exitCodes.js'
import type { Output } from '../shared/output.js'
import { readableLog } from './readableLog.js'
import { storageAt } from './storage.js'

/** What `earshot serve` was told. */
export interface ServeFlags {
  readonly port?: number
  readonly host?: string
  readonly config?: string
  readonly tlsCert?: string
  readonly tlsKey?: string
  readonly allow?: string
  readonly trustProxy?: string
  readonly storage?: string
  readonly log?: 'json' | 'text'
  readonly logLevel: LogLevel
  readonly patience: number
  readonly json?: boolean
}

/** Serves the bots of a file until the process is told to end, and then lets them end what they are about. */
export async function serveFile(file: string, flags: ServeFlags, output: Output): Promise<number> {
  const log = logFor(flags, output)
  const { bots } = await loadBotModule(file)
  // Where none is said, that of the configuration is opened and closed with the server.
  const storage = flags.storage === undefined ? undefined : await storageAt(flags.storage)
  try {
    const serving = await serve({
      bots,
      ...(storage && { storage }),
      log,
      handleSignals: false,
      closeTimeout: flags.patience,
      ...(flags.port !== undefined && { port: flags.port }),
      ...(flags.host !== undefined && { hostname: flags.host }),
      ...(flags.config !== undefined && { configFile: flags.config }),
      ...protection(flags),
    })
    log.info({ bots: bots.map(({ name }) => name) }, 'Ready')
    const signal = await endSignal()
    log.info({ signal }, 'Told to end; waiting for what is under way')
    await serving.close()
  } finally {
    await storage?.close()
  }
  return exitCodes.worked
}

/** What protects the server, as far as flags say it; the rest is the configuration's. */
function protection({ tlsCert, tlsKey, allow, trustProxy }: ServeFlags): DoorOptions {
  return {
    ...((tlsCert !== undefined || tlsKey !== undefined) && { tls: { cert: tlsCert, key: tlsKey } }),
    ...(allow !== undefined && { allow: allow.split(',') }),
    ...(trustProxy !== undefined && { trustProxy: trustProxy.split(',') }),
  }
}

/** JSON for programs, unless a person is looking. */
function logFor({ log, logLevel, json }: ServeFlags, { terminal }: Output): Log {
  const kind = json ? 'json' : (log ?? (terminal.out.isTerminal ? 'text' : 'json'))
  if (kind === 'text') return readableLog(terminal.out, { least: logLevel, now: () => Date.now() })
  return consoleLog({ level: logLevel, write: (line) => terminal.out.write(`${line}\n`) })
}
