import * as z from 'zod/mini'
import { type Entity, type Fields, object } from '../entity.js'

/** Bot types. */
export const botTypes = { generic: 1, incomingWebhook: 2, outgoingWebhook: 3, embedded: 4 } as const

/** One value of a custom profile field. */
export const ProfileValue = object({
  value: z.string(),
  /** HTML; only for fields that support Markdown. */
  rendered_value: z.optional(z.string()),
})

const user = object({
  user_id: z.int(),
  /** The real address; null if the caller may not see it. */
  delivery_email: z.nullable(z.string()),
  /** The address that identifies the user in the API; a fake one if the caller may not see the real one. */
  email: z.string(),
  full_name: z.string(),
  /** Join time as text, e.g. `2019-10-20T07:50+00:00`. */
  date_joined: z.string(),
  is_active: z.boolean(),
  is_owner: z.boolean(),
  /** Also true for owners. */
  is_admin: z.boolean(),
  is_guest: z.boolean(),
  is_bot: z.boolean(),
  /** One of `botTypes`; null for people, for whom servers leave it out. */
  bot_type: z._default(z.nullable(z.int()), null),
  /** Null for people, and for legacy bots without an owner. */
  bot_owner_id: z._default(z.nullable(z.int()), null),
  /** One of `roles`. */
  role: z.int(),
  /** IANA name; may be empty. */
  timezone: z.string(),
  /** Null if `client_gravatar` was true and the avatar provider hosts the picture. */
  avatar_url: z.nullish(z.string()),
  avatar_version: z.int(),
  is_imported_stub: z.boolean(),
  /** Present only if true. */
  is_deleted: z.optional(z.boolean()),
  /** By profile-field ID; only for people, and only if requested. */
  profile_data: z.optional(z.record(z.string(), ProfileValue)),
})

/** A person or bot. */
export interface User extends Fields<typeof user> {}
export const User: Entity<User, typeof user> = user

/** Roles; a lower number has more rights. */
export const roles = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const
export type RoleName = keyof typeof roles

const managedBot = object({
  user_id: z.int(),
  /** The URL that the server calls, and the token by which the bot knows the server; empty for a bot that isn't called. */
  services: z.optional(z.array(object({ base_url: z.string(), token: z.string() }))),
})

/** A bot as the register endpoint returns it, under `realm_bots`, to those who manage it. */
export interface ManagedBot extends Fields<typeof managedBot> {}
export const ManagedBot: Entity<ManagedBot, typeof managedBot> = managedBot

/** The event type to request for the bots that the caller manages, and the field that lists them. */
export const managedBots = { eventType: 'realm_bot', field: 'realm_bots' } as const
