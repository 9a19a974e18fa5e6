import type { Log } from '../../bot/index.js'
import { NodeClient } from '../../node/client.js'
import { type BotSources, botsConfiguration } from '../../node/configuration/configuration.js'
import { type BotCredentials, type HttpOptions, serve, work } from '../../node/index.js'
import { processFields } from '../../node/logLines.js'
import { consoleLog, type LogLevel } from '../../receiver/index.js'
import { errorMessage, withoutUndefined } from '../../values.js'
import { loadBotModule } from '../botModule.js'
import { queueNamed, storageAt } from '../queue/openQueue.js'
import { deliveryLogs, onSimulators, tellSimulators } from '../shared/deliveryLogs.js'
import { exitCodes } from '../shared/failure.js'
import type { Output } from '../shared/output.js'
import { readableLog } from './readableLog.js'

export interface ProcessFlags {
  readonly host?: string
  readonly config?: string
  readonly storage?: string
  readonly queue?: string
  readonly concurrency?: number
  readonly log?: 'json' | 'text'
  readonly logLevel: LogLevel
  readonly patience: number
  readonly json?: boolean
}

export interface ServeFlags extends ProcessFlags {
  readonly port?: number
  readonly tlsCert?: string
  readonly tlsKey?: string
  readonly allow?: string
  readonly trustProxy?: string
  readonly role: 'both' | 'receiver' | 'worker'
}

/** Serves the bots of a file until a signal to end, then lets running handlers finish. */
export async function serveFile(file: string, flags: ServeFlags, output: Output): Promise<number> {
  const printed = logFor(flags, output)
  const { environment } = output.terminal
  const { bots } = await loadBotModule(file)
  const { role, port, config } = flags
  // Starting reports the bots that aren't configured.
  const known = botsConfiguration({ bots, configFile: config, environment }).bots
  const accounts = await onSimulators(known.flatMap((bot) => bot?.credentials ?? []))
  const logs = accounts.length > 0 ? deliveryLogs(printed, tellSimulators(accounts)) : { log: printed }
  const { log } = logs
  const options = { bots, ...flagOptions(flags, log, environment), ...logs }
  const running =
    role === 'worker'
      ? await work({ ...options, ...healthPort(port ?? environment.PORT?.trim()) })
      : await serve({
          ...options,
          work: role === 'both',
          ...(port !== undefined && { port }),
          ...protection(flags),
        })
  const ending = new AbortController()
  void checkAccounts({ bots, configFile: config, environment }, log, ending.signal)
  const signal = await output.terminal.endSignal()
  ending.abort()
  log.info({ signal }, 'Shutting down; waiting for running handlers')
  await running.close()
  return exitCodes.worked
}

export function flagOptions(flags: ProcessFlags, log: Log, environment: Output['terminal']['environment']) {
  const { patience, host, config, storage, queue, concurrency } = flags
  return {
    log,
    environment,
    handleSignals: false,
    closeTimeout: patience,
    ...withoutUndefined({ concurrency, hostname: host, configFile: config }),
    ...(storage !== undefined && { storage: storageAt(storage) }),
    ...(queue !== undefined && { queue: queueNamed(queue) }),
  }
}

/** An invalid PORT is reported with the rest of the configuration. */
const healthPort = (port: number | string | undefined) =>
  port === undefined || port === '' ? {} : { healthPort: Number(port) }

function protection({ tlsCert, tlsKey, allow, trustProxy }: ServeFlags): HttpOptions {
  return {
    ...((tlsCert !== undefined || tlsKey !== undefined) && { tls: { cert: tlsCert, key: tlsKey } }),
    ...(allow !== undefined && { allow: allow.split(',') }),
    ...(trustProxy !== undefined && { trustProxy: trustProxy.split(',') }),
  }
}

/** Text on a terminal, otherwise JSON, unless the flags say which. */
export function logFor({ log, logLevel, json }: ProcessFlags, { terminal }: Output): Log {
  const kind = json ? 'json' : (log ?? (terminal.out.isTerminal ? 'text' : 'json'))
  if (kind === 'text') return readableLog(terminal.out, { least: logLevel, now: () => Date.now() })
  return consoleLog({ level: logLevel, write: (line) => terminal.out.write(`${line}\n`), fields: processFields() })
}

/** Milliseconds per bot. */
const timeout = 5_000

/** Calls the chat server once as each bot, and logs a warning if that fails. Never throws: the bots keep running. */
async function checkAccounts(sources: BotSources, log: Log, signal: AbortSignal): Promise<void> {
  const { bots } = botsConfiguration(sources)
  await Promise.all(bots.map((bot) => bot && check(bot.credentials)))

  async function check({ token: _, owner: __, ...account }: BotCredentials) {
    const { site, email } = account
    const client = new NodeClient({ ...account, connections: { environment: sources.environment } })
    try {
      await client.users.me({}, { timeout, signal })
    } catch (error) {
      if (signal.aborted) return
      const problem = errorMessage(error)
      log.warn({ bot: email, site, problem }, "The bot can't use the chat server; run `earshot doctor`")
    } finally {
      await client.close()
    }
  }
}
