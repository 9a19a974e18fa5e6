import { membersOf } from '../../bot/people/lookUp.js'
import { mayCall } from '../../client/call/asBot.js'
import { EarshotError } from '../../client/index.js'
import { accessAt, type Caller, describeAccess, type Endpoint, endpointsAt, hasFeature } from '../../protocol/index.js'
import type { BotCase } from './botCase.js'
import { about, type Finding } from './finding.js'
import { callTimeout } from './server.js'

/** Whether the server lets the bot's own account call the endpoints that it calls; undefined if none is known. */
export function findAccessProblems(
  account: Caller,
  level: number,
  called: readonly Endpoint[],
  bot: string,
): Finding | undefined {
  if (called.length === 0) return undefined
  const { ok, failed } = about('access', bot)
  const there = new Set<string>(endpointsAt(level).map(({ name }) => name))
  const refused = called.filter((endpoint) => there.has(endpoint.name) && !mayCall(endpoint, account, level))
  if (refused.length === 0) return ok("The server lets the account call the endpoints in the bot's transcripts")
  const list = refused.map((endpoint) => {
    const access = describeAccess(accessAt(endpoint, (id) => hasFeature(level, id)))
    return `${endpoint.name} (${access.charAt(0).toLowerCase()}${access.slice(1, -1)})`
  })
  return failed(
    `The server refuses these calls to the account: ${list.join(', ')}`,
    "Call them with the owner's credentials (`ctx.owner`), give the account the role, or ask client.supports('…') first.",
  )
}

/** Whether the server has the groups that the bot lets do something, or asks. */
export async function checkGroups({ client, email }: BotCase, used: readonly (string | number)[]): Promise<Finding> {
  const { ok, warning, failed } = about('groups', email)
  try {
    const { user_groups } = await client.userGroups.list({}, { timeout: callTimeout })
    const unknown = used.filter((group) => membersOf(group, user_groups) === undefined)
    if (unknown.length === 0) return ok(`The server has the groups that the bot relies on: ${used.join(', ')}`)
    return warning(
      `No active group of the server is called ${unknown.join(', ')}, so nobody belongs to it`,
      "Create the group, or write the name in the bot's code as the server has it.",
    )
  } catch (error) {
    if (!(error instanceof EarshotError)) throw error
    return failed(
      `The account can't look up groups, on which the bot relies (${used.join(', ')}): ${error.message}`,
      "Decide by roles, such as `access: 'moderator'`, or upgrade the server.",
    )
  }
}
