import { mayCall } from '../../client/call/asBot.js'
import { accessAt, type Caller, describeAccess, type Endpoint, endpointsAt, hasFeature } from '../../protocol/index.js'
import { about, type Finding } from './finding.js'

/** Whether the server lets the bot's own account call the endpoints that it calls. */
export function findAccessProblems(account: Caller, level: number, called: readonly Endpoint[], bot: string): Finding {
  const { ok, failed } = about('access', bot)
  const there = new Set<string>(endpointsAt(level).map(({ name }) => name))
  const refused = called.filter((endpoint) => there.has(endpoint.name) && !mayCall(endpoint, account, level))
  if (refused.length === 0) return ok('The server lets the account call these endpoints')
  const list = refused.map((endpoint) => {
    const access = describeAccess(accessAt(endpoint, (id) => hasFeature(level, id)))
    return `${endpoint.name} (${access.charAt(0).toLowerCase()}${access.slice(1, -1)})`
  })
  return failed(
    `The server refuses these calls to the account: ${list.join(', ')}`,
    "Call them with the owner's credentials (`ctx.owner`), give the account the role, or ask client.supports('…') first.",
  )
}
