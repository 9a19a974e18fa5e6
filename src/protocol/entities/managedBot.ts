import * as z from 'zod/mini'

/** A bot as the register endpoint shows it, under `realm_bots`, to those who manage it. The shape is assumed. */
export const ManagedBot = z.looseObject({
  user_id: z.int(),
  email: z.string(),
  /** Where it is called, and by which token it knows the server; empty for a bot that is not called. */
  services: z.optional(z.array(z.looseObject({ base_url: z.string(), token: z.string() }))),
})
export type ManagedBot = z.infer<typeof ManagedBot>

/** The event type whose data lists the bots that the caller manages, and the field that does. */
export const managedBots = { eventType: 'realm_bot', field: 'realm_bots' } as const
