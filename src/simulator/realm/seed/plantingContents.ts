import { render } from '../markdown/index.js'
import { directPlace } from '../messages/conversations.js'
import { waitForTime } from '../messages/scheduling.js'
import { compose } from '../messages/sending.js'
import { emojiByName } from '../organisation/emoji.js'
import { checkLinkifier } from '../organisation/linkify.js'
import { addUpload } from '../organisation/uploads.js'
import type { Place, Scheduled } from '../state.js'
import { accountOf } from '../users/accounts.js'
import { seconds, type World } from '../world.js'
import {
  bakery,
  type OrganisationSeed,
  type SeedAttachment,
  type SeedMessage,
  type SeedScheduledMessage,
} from './seed.js'

/** Fills an organisation with what was said in it before it started: files, messages, and those still to come. */
export function plantContents(world: World, seed: OrganisationSeed): void {
  // Those of the bakery are known to be in order, and compiling them is much of what a start takes.
  if (seed.linkifiers !== bakery.linkifiers) for (const linkifier of world.state.linkifiers) checkLinkifier(linkifier)
  for (const user of seed.users) {
    const { text = '', emoji } = user.status ?? {}
    if (user.status === undefined) continue
    accountOf(world, user.user_id).status = { text, emoji: emoji === undefined ? undefined : emojiByName(world, emoji) }
  }
  for (const attachment of seed.attachments) plantUpload(world, attachment)
  for (const message of [...seed.messages].sort((one, other) => one.id - other.id)) plantMessage(world, message)
  for (const scheduled of seed.scheduled_messages) plantScheduled(world, scheduled)
}

/** A seed's files lie where its messages expect them: in a folder of the name without its ending. */
function plantUpload(world: World, { id, owner_id: ownerId, name, content, ago }: SeedAttachment): void {
  const pathId = `${world.state.realm.id}/ab/${name.replace(/\.[^.]*$/, '')}/${name}`
  const file = new Blob([content], { type: 'text/plain' })
  addUpload(world, { id, ownerId, name, pathId, file, created: seconds(world) - ago })
}

function plantMessage(world: World, seed: SeedMessage): void {
  const sender = accountOf(world, seed.sender_id)
  const outgoing = { sender, place: placeOf(seed, [seed.sender_id]), content: seed.content, client: 'website' }
  const message = compose(world, outgoing, () => ({ id: seed.id, sent: seconds(world) - seed.ago }))
  message.reactions = (seed.reactions ?? []).map((reaction) => ({
    userId: reaction.user_id,
    emoji: emojiByName(world, reaction.emoji_name),
  }))
}

function plantScheduled(world: World, seed: SeedScheduledMessage): void {
  const scheduled: Scheduled = {
    id: seed.id,
    senderId: seed.sender_id,
    place: placeOf(seed, []),
    content: seed.content,
    rendered: render(world, seed.content).html,
    due: seconds(world) + seed.due,
    state: seed.failed === true ? 'failed' : 'pending',
    client: 'website',
    readBySender: true,
  }
  world.state.scheduled.set(scheduled.id, scheduled)
  if (scheduled.state === 'pending') waitForTime(world, scheduled)
}

function placeOf({ to }: Pick<SeedMessage, 'to'>, others: readonly number[]): Place {
  return 'stream_id' in to
    ? { kind: 'channel', channelId: to.stream_id, topic: to.topic }
    : directPlace([...others, ...to.user_ids])
}
