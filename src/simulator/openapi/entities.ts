import * as z from 'zod'
import {
  Attachment,
  Channel,
  ChannelFolder,
  ChannelMessage,
  CustomEmoji,
  DirectMessage,
  Edit,
  Event,
  ExternalAuthenticationMethod,
  GroupSetting,
  Linkifier,
  Message,
  Notification,
  Objection,
  PresenceEntry,
  ProfileField,
  ProfileValue,
  Reaction,
  Recipient,
  ScheduledMessage,
  Submessage,
  successEnvelope,
  TopicLink,
  User,
  UserGroup,
  UserPresence,
} from '../../protocol/index.js'

/** What every success carries. */
export const Envelope = z.looseObject(successEnvelope)

/** Shapes that have a name of their own in the document. Whatever uses one points to it. */
export const entities = {
  Attachment,
  Channel,
  ChannelFolder,
  ChannelMessage,
  CustomEmoji,
  DirectMessage,
  Edit,
  Envelope,
  Event,
  ExternalAuthenticationMethod,
  GroupSetting,
  Linkifier,
  Message,
  Notification,
  Objection,
  PresenceEntry,
  ProfileField,
  ProfileValue,
  Reaction,
  Recipient,
  ScheduledMessage,
  Submessage,
  TopicLink,
  User,
  UserGroup,
  UserPresence,
} as const satisfies Readonly<Record<string, z.core.$ZodType>>

export const entityNames: z.core.$ZodRegistry<{ id: string }> = z.registry<{ id: string }>()
for (const [id, schema] of Object.entries(entities)) entityNames.add(schema, { id })
