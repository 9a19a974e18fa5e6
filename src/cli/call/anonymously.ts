import type { Endpoint } from '../../protocol/index.js'
import type { Connection } from '../shared/connection.js'
import type { ConnectionFlags } from '../shared/connectionFlags.js'
import type { Output } from '../shared/output.js'

/** What everybody may ask needs no account where `--site` alone says which server is meant. */
export function anonymously(
  { access }: Endpoint,
  { site, config, section, simulator, as }: ConnectionFlags,
  { terminal }: Output,
): Connection | undefined {
  const isAlone = [config, section, simulator, as].every((flag) => flag === undefined)
  if (access !== 'public' || site === undefined || !isAlone) return undefined
  if (terminal.environment.EARSHOT_EMAIL !== undefined) return undefined
  // A client has an account in any case; calls of this kind carry none.
  return { site, email: 'nobody', apiKey: 'none'.repeat(4), allowInsecure: true }
}
