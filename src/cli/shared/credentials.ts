import { findCredentials } from '../../node/credentialSources.js'
import type { BotCredentials } from '../../node/index.js'
import { consoleLog } from '../../receiver/index.js'
import type { ConnectionFlags } from './connectionFlags.js'
import type { Output } from './output.js'

/**
 * The credentials that flags, environment or file give, to call a server with: the token of deliveries may be missing.
 *
 * @throws {ConfigurationError} when there are none to use.
 */
export function callerCredentials({ config, section, site }: ConnectionFlags, output: Output): BotCredentials {
  const { environment } = output.terminal
  // A site on the command line stands beside the account in the environment; without one it says nothing of an account.
  const isInEnvironment = environment.EARSHOT_EMAIL !== undefined || environment.EARSHOT_API_KEY !== undefined
  const credentials = findCredentials({
    section,
    configFile: config,
    environment: site !== undefined && isInEnvironment ? { ...environment, EARSHOT_SITE: site } : environment,
    needs: { token: false },
    log: consoleLog({ level: 'error' }),
  })
  const { apiKey, token, owner } = credentials
  output.hide(apiKey, ...(typeof token === 'string' ? [token] : token), ...(owner === undefined ? [] : [owner.apiKey]))
  return credentials
}
