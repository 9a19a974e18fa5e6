import * as z from 'zod/mini'
import { id, quotedText } from '../../encoding/parameters.js'
import { endpoint } from '../../endpoint.js'
import { object } from '../../entity.js'
import { errors } from '../../errors/errors.js'

/** What the name of a bot may be refused for. */
const naming = [
  errors.fullNameTooShort,
  errors.fullNameTooLong,
  errors.fullNameCharacters,
  errors.fullNameFormat,
  errors.botNameInUse,
]

/** What a caller needs to change a bot: to own it, or to be an administrator. */
const owning = [errors.noSuchBot, errors.insufficientPermission]

const defaults = {
  default_sending_stream: z.nullish(z.string()),
  default_events_register_stream: z.nullish(z.string()),
  default_all_public_streams: z.optional(z.boolean()),
}

export const createBot = endpoint({
  name: 'bots.create',
  method: 'POST',
  path: '/bots',
  spec: 'companion',
  summary: 'Create a bot that belongs to the caller.',
  access: 'human',
  params: {
    full_name: z.string(),
    /** The address becomes `<short_name>-bot@<host>`. */
    short_name: z.string(),
    /** One of `botTypes`; generic unless given. */
    bot_type: z._default(z.int(), 1),
    /** Where an outgoing-webhook bot is called. */
    payload_url: z.optional(quotedText),
    service_name: z.optional(z.string()),
    /** 1 for the JSON of section 6; 2, for Slack's form, is refused by the simulator. */
    interface_type: z._default(z.int(), 1),
  },
  response: {
    user_id: z.int(),
    api_key: z.string(),
    avatar_url: z.nullish(z.string()),
    ...defaults,
  },
  errors: [
    ...naming,
    errors.badBotName,
    errors.botUsernameInUse,
    errors.invalidBotType,
    errors.invalidInterface,
    errors.invalidPayloadUrl,
    errors.notForGuests,
  ],
  repeatable: 'never',
})

export const listBots = endpoint({
  name: 'bots.list',
  method: 'GET',
  path: '/bots',
  spec: 'companion',
  summary: "List the caller's active bots, with their keys.",
  access: 'human',
  params: {},
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
  errors: [],
  repeatable: 'always',
})

export const updateBot = endpoint({
  name: 'bots.update',
  method: 'PATCH',
  path: '/bots/{bot_id}',
  spec: 'companion',
  summary: 'Change the name, the owner or the address of a bot.',
  access: 'account',
  params: {
    bot_id: id,
    full_name: z.optional(z.string()),
    bot_owner_id: z.optional(id),
    /** Where an outgoing-webhook bot is called. */
    service_payload_url: z.optional(quotedText),
    /** 1 for the JSON of section 6; 2, for Slack's form, is refused by the simulator. */
    service_interface: z.optional(z.int()),
  },
  response: { full_name: z.string(), bot_owner: z.optional(z.string()), avatar_url: z.nullish(z.string()) },
  errors: [
    ...owning,
    ...naming,
    errors.botOwnerNotFound,
    errors.botOwnerDeactivated,
    errors.botOwnerIsBot,
    errors.invalidServicePayloadUrl,
    errors.invalidInterface,
  ],
  repeatable: 'always',
})

export const deactivateBot = endpoint({
  name: 'bots.deactivate',
  method: 'DELETE',
  path: '/bots/{bot_id}',
  spec: 'companion',
  summary: 'Deactivate a bot.',
  access: 'account',
  params: { bot_id: id },
  response: {},
  errors: owning,
  repeatable: 'never',
})

export const getBotKey = endpoint({
  name: 'bots.getKey',
  method: 'GET',
  path: '/bots/{bot_id}/api_key',
  spec: 'companion',
  summary: 'Show the API key of a bot.',
  access: 'account',
  params: { bot_id: id },
  response: { api_key: z.string() },
  errors: owning,
  repeatable: 'always',
})

export const regenerateBotKey = endpoint({
  name: 'bots.regenerateKey',
  method: 'POST',
  path: '/bots/{bot_id}/api_key/regenerate',
  spec: 'companion',
  summary: 'Give a bot a new API key; the old one is worth nothing from then on.',
  access: 'account',
  params: { bot_id: id },
  response: { api_key: z.string() },
  errors: owning,
  repeatable: 'never',
})
