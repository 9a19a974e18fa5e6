import type { Viewer } from '../messages/visibility.js'
import type { Account } from '../state.js'
import type { World } from '../world.js'
import { avatarUrl } from './user.js'

/** A bot as those see it who manage it: its owner and administrators. The shape is assumed. */
export function botShape(world: World, viewer: Viewer, bot: Account) {
  return {
    user_id: bot.id,
    email: bot.email,
    full_name: bot.fullName,
    bot_type: bot.botType,
    is_active: bot.isActive,
    api_key: bot.apiKey,
    owner_id: bot.ownerId,
    avatar_url: avatarUrl(world, viewer, bot, false),
    default_sending_stream: null,
    default_events_register_stream: null,
    default_all_public_streams: false,
    services: servicesOf(bot),
  }
}

/** Bots are called with the JSON of the spec. */
export const genericInterface = 1

/** Where a bot is called, and by which token it knows the server; nothing for bots that are not called. */
export function servicesOf({ webhook }: Account) {
  return webhook === undefined
    ? []
    : [{ base_url: webhook.url ?? '', interface: genericInterface, token: webhook.token }]
}
