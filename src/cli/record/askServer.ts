import type { Fetch } from '../../client/exchange/transport.js'
import { dialectIn } from '../../protocol/index.js'
import type { RecordingHead } from '../../testing/record/recording.js'
import { errorMessage, isObject } from '../../values.js'

/** What a server tells about itself without credentials; `problem` says why it tells nothing. */
export async function askServer(
  site: string,
  fetch: Fetch,
): Promise<{ readonly server?: NonNullable<RecordingHead['server']>; readonly problem?: string }> {
  try {
    const response = await fetch(`${site}/api/v1/server_settings`, { signal: AbortSignal.timeout(patience) })
    const json: unknown = await response.json().catch(() => undefined)
    if (!isObject(json) || json.result !== 'success') {
      return {
        problem: `${site} answers, but not as a chat server (status ${response.status}). Is it the right address?`,
      }
    }
    const dialect = dialectIn(json)
    const level = [json.feature_level, json.zulip_feature_level, json.svc_feature_level].find(Number.isInteger)
    return {
      server: {
        ...(dialect !== undefined && { dialect: dialect.name }),
        ...(typeof level === 'number' && { level }),
        ...(typeof json.realm_name === 'string' && { organisation: json.realm_name }),
      },
    }
  } catch (error) {
    const reason = errorMessage(error instanceof Error ? (error.cause ?? error) : error)
    return { problem: `The server can't be reached at ${site}: ${reason}` }
  }
}

/** Milliseconds. */
const patience = 10_000
