import { bakery, type OrganisationSeed } from 'earshot/simulator'
import type { BundledBot } from './bundledBot.js'

/** The bakery, with an account for each of these bots that has none there yet. They belong to Iago. */
export function bakeryWith(bots: readonly BundledBot[]): OrganisationSeed {
  const iago = 8
  const firstFreeId = 30
  const newcomers = bots.filter(({ full_name }) => !bakery.bots.some((bot) => bot.full_name === full_name))
  const accounts = newcomers.map(({ full_name, role }, at) => ({
    user_id: firstFreeId + at,
    full_name,
    email: `${full_name.toLowerCase()}-bot@example.com`,
    type: 'outgoing webhook' as const,
    owner_id: iago,
    role,
  }))
  return { ...bakery, bots: [...bakery.bots, ...accounts] }
}
