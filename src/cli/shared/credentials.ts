import { findCredentials } from '../../node/credentialSources.js'
import type { BotCredentials } from '../../node/index.js'
import { consoleLog } from '../../receiver/index.js'
import type { ConnectionFlags } from './connectionFlags.js'
import type { Output } from './output.js'

/** The credentials that flags, environment or file give. @throws {ConfigurationError} when there are none to use. */
export async function botCredentials(
  { config, section, site }: ConnectionFlags,
  output: Output,
): Promise<BotCredentials> {
  const { environment } = output.terminal
  const credentials = findCredentials({
    section,
    configFile: config,
    // The server that is named on the command line is as good as one that is named in the environment.
    environment: site === undefined ? environment : { ...environment, EARSHOT_SITE: site },
    log: consoleLog({ level: 'error' }),
  })
  const { apiKey, token, owner } = credentials
  output.hide(apiKey, ...(typeof token === 'string' ? [token] : token), ...(owner === undefined ? [] : [owner.apiKey]))
  return credentials
}
