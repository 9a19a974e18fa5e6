import { secretHider } from '../log.js'
import { type BotBinding, type ReceiverSettings, secretsOfBots } from '../options.js'
import { type BotRegistry, botByToken, registerBot, tokenCheck } from './bots.js'
import { LookedUpBots } from './lookup.js'

export function openBots(settings: ReceiverSettings): BotRegistry {
  const { bots } = settings
  return typeof bots === 'function' ? new LookedUpBots(bots, settings) : listBots(bots, settings)
}

function listBots(bindings: readonly BotBinding[], settings: ReceiverSettings): BotRegistry {
  const secrets = secretsOfBots(bindings)
  const shared = {
    // Masks the secrets of all bots in the list.
    log: settings.log,
    hide: secretHider(secrets),
    ownEmails: new Set(bindings.map(({ credentials }) => credentials.email.toLowerCase())),
  }
  const known = new Map(
    bindings.map((binding) => {
      // The copy reads the getters, which create the clients, so that invalid credentials are rejected at once.
      const registered = { ...registerBot(binding, settings, shared) }
      return [registered.email, { registered, accepts: tokenCheck(binding.tokens) }]
    }),
  )
  return {
    find: (email, token) => botByToken(known.get(email.toLowerCase()), token),
    get: async (email) => known.get(email.toLowerCase())?.registered,
    all: [...known.values()].map(({ registered }) => registered),
    secrets: () => secrets,
  }
}
