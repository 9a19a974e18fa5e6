import {
  type Answer,
  accessRefusal,
  botTypes,
  type Caller,
  type Endpoint,
  type EndpointName,
  type ErrorId,
  hasFeature,
  notForBots,
  type Params,
  roles,
} from '../../protocol/index.js'
import { ApiError } from '../errors/exchangeErrors.js'
import type { Json } from './answers.js'

/** Calls another endpoint. */
export type CallOther = <Name extends EndpointName>(name: Name, params: Params<Name>) => Promise<Answer<Name>>

/** How a bot gets the same answer from a server that refuses the endpoint to bots. */
export type WayForBots = (params: Json, call: CallOther) => Promise<Json>

const ways: { readonly [Name in EndpointName]?: WayForBots } = {
  /** Every account may have the groups with an event queue, at every level. */
  'userGroups.list': async ({ include_deactivated_groups = false }, call) => {
    const { queue_id, realm_user_groups } = await call('events.register', {
      event_types: [],
      fetch_event_types: ['realm_user_groups'],
      // A server that gets any of them insists on the first.
      client_capabilities: {
        notification_settings_null: false,
        include_deactivated_groups: include_deactivated_groups as boolean,
      },
    })
    // The queue isn't needed; if this fails, the server drops it after a while.
    await call('events.deleteQueue', { queue_id }).catch(() => {})
    return { result: 'success', msg: '', user_groups: realm_user_groups ?? [] }
  },
}

export function wayForBots(name: EndpointName): WayForBots | undefined {
  return ways[name]
}

/** Whether a server of this level refuses the endpoint to every bot. */
export function refusesBots(endpoint: Endpoint, level: number): boolean {
  return refusal(endpoint, { role: roles.member, bot_type: botTypes.generic }, level) === 'notForBots'
}

/** Whether the caller was refused because it is a bot. */
export function isRefusedToBots(error: unknown): error is ApiError {
  return error instanceof ApiError && error.msg === notForBots.msg
}

/** Whether servers of this level let everyone call the endpoint. */
export function isForAll(endpoint: Endpoint, level: number): boolean {
  return refusal(endpoint, { role: roles.guest, bot_type: botTypes.generic }, level) === undefined
}

/** Whether a server of this level lets the account call the endpoint, or the client has another way. */
export function mayCall(endpoint: Endpoint, account: Caller, level: number): boolean {
  const refused = refusal(endpoint, account, level)
  const name = endpoint.name as EndpointName
  return refused === undefined || (refused === 'notForBots' && wayForBots(name) !== undefined)
}

function refusal(endpoint: Endpoint, account: Caller, level: number): ErrorId | undefined {
  return accessRefusal(endpoint, account, (id) => hasFeature(level, id))
}
