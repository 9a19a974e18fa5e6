import * as z from 'zod/mini'
import { id, quotedText } from '../../encoding/parameters.js'
import { endpoint } from '../../endpoint.js'
import { object } from '../../entity.js'
import { Notification } from '../../webhook/webhook.js'

const defaults = {
  default_sending_stream: z.nullish(z.string()),
  default_events_register_stream: z.nullish(z.string()),
  default_all_public_streams: z.optional(z.boolean()),
}

const keys = z.optional(z.array(z.string()))

export const botEndpoints = [
  endpoint('bots.create', 'POST /bots', {
    access: 'human member',
    params: {
      full_name: z.string(),
      /** The address becomes `<short_name>-bot@<host>`. */
      short_name: z.string(),
      /** One of `botTypes`. (default: generic) */
      bot_type: z._default(z.int(), 1),
      /** The URL that the server calls for an outgoing-webhook bot. */
      payload_url: z.optional(quotedText),
      service_name: z.optional(z.string()),
      /** 1 for JSON; 2 for Slack's format, in which only messages in channels are posted. */
      interface_type: z._default(z.int(), 1),
    },
    response: { user_id: z.int(), api_key: z.string(), avatar_url: z.nullish(z.string()), ...defaults },
  }),
  endpoint('bots.list', 'GET /bots', {
    access: 'human member',
    response: {
      bots: z.array(
        object({
          username: z.string(),
          full_name: z.string(),
          api_key: z.string(),
          avatar_url: z.nullish(z.string()),
          ...defaults,
        }),
      ),
    },
  }),
  endpoint('bots.update', 'PATCH /bots/{bot_id}', {
    access: 'human member',
    params: {
      bot_id: id,
      full_name: z.optional(z.string()),
      bot_owner_id: z.optional(id),
      /** The URL that the server calls for an outgoing-webhook bot. */
      service_payload_url: z.optional(quotedText),
      /** As `interface_type`; with an address only. (default: 1) */
      service_interface: z.optional(z.int()),
    },
    response: {
      full_name: z.string(),
      bot_owner: z.optional(z.string()),
      avatar_url: z.nullish(z.string()),
      service_interface: z.optional(z.int()),
      service_payload_url: z.nullish(z.string()),
      ...defaults,
    },
    repeatable: 'always',
  }),
  endpoint('bots.deactivate', 'DELETE /bots/{bot_id}', {
    params: { bot_id: id },
  }),
  endpoint('bots.getKey', 'GET /bots/{bot_id}/api_key', {
    // Not read; as for a new key.
    access: 'human member',
    params: { bot_id: id },
    response: { api_key: z.string() },
  }),
  endpoint('bots.regenerateKey', 'POST /bots/{bot_id}/api_key/regenerate', {
    access: 'human member',
    params: { bot_id: id },
    response: { api_key: z.string() },
  }),
  endpoint('outgoingWebhook.latest', 'POST /svc-outgoing-webhook', {
    spec: '4.19',
    response: Notification.shape,
    repeatable: 'always',
  }),
  endpoint('botStorage.get', 'GET /bot_storage', {
    params: {
      /** Keys of the storage. (default: all of them) */
      keys,
    },
    response: { storage: z.record(z.string(), z.string()) },
  }),
  endpoint('botStorage.put', 'PUT /bot_storage', {
    params: { storage: z.record(z.string(), z.string()) },
    repeatable: 'always',
  }),
  endpoint('botStorage.delete', 'DELETE /bot_storage', {
    params: {
      /** Keys of the storage. (default: all of them) */
      keys,
    },
  }),
] as const
