import * as z from 'zod/mini'
import { type Entity, type Fields, object } from '../entity.js'

const invitation = object({
  id: z.int(),
  invited_by_user_id: z.int(),
  /** UNIX seconds. */
  invited: z.int(),
  /** UNIX seconds; null for never. */
  expiry_date: z.nullable(z.int()),
  /** One of `roles`. */
  invited_as: z.int(),
  /** Whether it is a link that several people can use. */
  is_multiuse: z.boolean(),
  /** Of an invitation by e-mail. */
  email: z.optional(z.string()),
  /** Of a link. */
  link_url: z.optional(z.string()),
  notify_referrer_on_join: z.optional(z.boolean()),
})

/** An invitation that is open. The shape is assumed. */
export interface Invitation extends Fields<typeof invitation> {}
export const Invitation: Entity<Invitation, typeof invitation> = invitation
