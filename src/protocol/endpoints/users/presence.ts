import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.js'
import { PresenceEntry, UserPresence } from '../../entities/organisation.js'
import { type Entity, type Fields, object } from '../../entity.js'
import { upgrade } from '../../levels/upgrade.js'

const reportedPresence = object({
  /** When the user last did something. UNIX seconds. */
  active_timestamp: z.optional(z.int()),
  /** When a client of the user was last connected. UNIX seconds. */
  idle_timestamp: z.optional(z.int()),
  aggregated: z.optional(PresenceEntry),
  website: z.optional(PresenceEntry),
})

/** A user's presence: the timestamps in the newer shape, the others in the older one. */
export interface ReportedPresence extends Fields<typeof reportedPresence> {}
const ReportedPresence: Entity<ReportedPresence, typeof reportedPresence> = reportedPresence

export const presenceEndpoints = [
  endpoint('presence.list', 'GET /realm/presence', {
    spec: '4.11',
    response: {
      /** UNIX seconds, with a fraction. */
      server_timestamp: z.number(),
      /** By the users' API addresses. */
      presences: z.record(z.string(), UserPresence),
    },
    upgrade: upgrade['presence.list'],
  }),
  endpoint('presence.report', 'POST /users/me/presence', {
    access: 'human',
    params: {
      /** `active` or `idle`. */
      status: z.string(),
      /** The `presence_last_update_id` of the previous response; -1 at first. Selects the newer shape. */
      last_update_id: z.optional(z.int()),
      /** Leave out presence that is older than this many days. */
      history_limit_days: z.optional(z.int().check(z.minimum(0))),
      new_user_input: z._default(z.boolean(), false),
      /** Only report the caller's presence. */
      ping_only: z._default(z.boolean(), false),
      /** Return the newer shape. */
      slim_presence: z._default(z.boolean(), false),
    },
    response: {
      /** UNIX seconds, with a fraction. */
      server_timestamp: z.optional(z.number()),
      /** In the newer shape by user ID, with `active_timestamp` and `idle_timestamp`; otherwise as in `presence.list`. */
      presences: z.optional(z.record(z.string(), ReportedPresence)),
      presence_last_update_id: z.optional(z.int()),
    },
    repeatable: 'always',
  }),
  endpoint('presence.get', 'GET /users/{user_id_or_email}/presence', {
    params: { user_id_or_email: z.string() },
    response: {
      /** On newer servers the timestamps; on older ones `aggregated`, whose status can also be `offline`, and one entry for each client. */
      presence: ReportedPresence,
    },
  }),
] as const
