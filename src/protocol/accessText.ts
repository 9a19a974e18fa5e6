import type { Access, Accessible } from './access.js'
import { type FeatureId, levelOf } from './levels/features.js'

/** Kept apart from the rules, so that it isn't bundled into bots. */
const sentences: Readonly<Record<Access, string>> = {
  public: 'Needs no credentials.',
  'any account': 'For every account, even incoming webhooks.',
  account: 'For every account.',
  human: 'For people, not for bots.',
  member: 'Not for guests.',
  'human member': 'Not for guests or bots.',
  administrator: 'For administrators.',
  owner: 'For owners.',
  'user creator': 'For administrators with the permission `can_create_users`.',
  'administrator over target': 'For those who may administer the user.',
  'human administrator over target': 'For people who may administer the user, not for bots.',
}

/** A sentence that says who has this kind of access. */
export function describeAccess(access: Access): string {
  return sentences[access]
}

/** Sentences that say who may call an endpoint, at every level. */
export function whoMayCall({ access, accessBefore = {} }: Accessible): string {
  const before = (Object.entries(accessBefore) as [FeatureId, Access][]).map(([feature, kind]) => {
    const isOnlyWithoutBots = access === 'member' && kind === 'human member'
    const sentence = isOnlyWithoutBots ? 'not for bots either.' : lowerFirst(sentences[kind])
    return ` Below level ${levelOf(feature)}, ${sentence}`
  })
  return [sentences[access], ...before].join('')
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
