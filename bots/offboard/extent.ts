import type { Context } from 'earshot'
import { featureRow, type Params } from 'earshot/protocol'

/** What a deactivation deletes first. */
interface Extent {
  /** Undefined for nothing. */
  readonly actions?: NonNullable<Params<'users.deactivate'>['actions']>
  readonly says: string
}

/** Asks how much is to be deleted, where the server can delete anything. */
export async function askExtent(ctx: Context): Promise<Extent> {
  if (await ctx.client.supports('deactivationActions')) {
    return extents[
      await ctx.ask(question, { choices: ['nothing', 'profile', 'messages', 'everything'], timeout: '5m' })
    ]
  }
  const [level, needed] = [await ctx.client.featureLevel(), featureRow('deactivationActions').level]
  return { says: `Nothing is deleted: that needs feature level ${needed}, and this server has ${level}.` }
}

const question = [
  'What shall be deleted first, for everybody and for good?',
  '* **nothing**',
  '* **profile**: the name and the picture',
  '* **messages**: what was written in channels',
  '* **everything**: the profile, what was written in channels, and direct messages',
].join('\n')

const profile = { delete_profile: true }
const messages = { delete_public_channel_messages: true, delete_private_channel_messages: true }

const extents = {
  nothing: { says: 'Nothing is deleted.' },
  profile: { actions: profile, says: 'The profile is deleted for good.' },
  messages: { actions: messages, says: 'All messages in channels are deleted for good.' },
  everything: {
    actions: { ...profile, ...messages, delete_direct_messages: true },
    says: 'The profile and all messages, direct ones too, are deleted for good.',
  },
} as const satisfies Record<string, Extent>
