import * as z from 'zod/mini'
import { type Entity, type Fields, object } from '../entity.js'

const managedBot = object({
  user_id: z.int(),
  email: z.string(),
  /** Where it is called, and by which token it knows the server; empty for a bot that is not called. */
  services: z.optional(z.array(object({ base_url: z.string(), token: z.string() }))),
})

/** A bot as the register endpoint shows it, under `realm_bots`, to those who manage it. The shape is assumed. */
export interface ManagedBot extends Fields<typeof managedBot> {}
export const ManagedBot: Entity<ManagedBot, typeof managedBot> = managedBot

/** The event type whose data lists the bots that the caller manages, and the field that does. */
export const managedBots = { eventType: 'realm_bot', field: 'realm_bots' } as const
