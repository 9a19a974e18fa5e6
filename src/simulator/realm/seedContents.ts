import { accountOf } from './access/accounts.js'
import { directPlace } from './conversations/messages.js'
import { setSendTimer } from './messages/scheduling.js'
import { compose } from './messages/sending.js'
import { emojiByName } from './organisation/emoji.js'
import { checkLinkifier } from './organisation/linkify.js'
import { addUpload } from './organisation/uploads.js'
import { seedRenderer } from './renderedSeeds.js'
import { bakery, type OrganisationSeed, type SeedMessage } from './seed/seed.js'
import type { Place, Scheduled } from './world/state.js'
import { seconds, type World } from './world/world.js'

/** Adds the seed's statuses, files, messages and scheduled messages. */
export function seedContents(world: World, seed: OrganisationSeed): void {
  // The bakery's linkifiers are known to be valid, and compiling them would take most of the start-up time.
  if (seed.linkifiers !== bakery.linkifiers) for (const linkifier of world.state.linkifiers) checkLinkifier(linkifier)
  for (const { user_id, status } of seed.users) {
    if (status === undefined) continue
    const emoji = status.emoji === undefined ? undefined : emojiByName(world, status.emoji)
    accountOf(world, user_id).status = { text: status.text ?? '', emoji }
  }
  for (const { id, owner_id: ownerId, name, content, ago } of seed.attachments) {
    // The bakery's messages link to this path.
    const pathId = `${world.state.realm.id}/ab/${name.replace(/\.[^.]*$/, '')}/${name}`
    const file = new Blob([content], { type: 'text/plain' })
    addUpload(world, { id, ownerId, name, pathId, file, created: seconds(world) - ago })
  }
  const render = seedRenderer(world, seed)
  for (const one of [...seed.messages].sort((first, second) => first.id - second.id)) {
    const sender = accountOf(world, one.sender_id)
    const outgoing = { sender, place: placeOf(one.to, [one.sender_id]), content: one.content, client: 'website' }
    const message = compose(world, outgoing, () => ({ id: one.id, sent: seconds(world) - one.ago }), render)
    message.reactions = (one.reactions ?? []).map((reaction) => ({
      userId: reaction.user_id,
      emoji: emojiByName(world, reaction.emoji_name),
    }))
  }
  for (const one of seed.scheduled_messages) {
    const scheduled: Scheduled = {
      id: one.id,
      senderId: one.sender_id,
      place: placeOf(one.to, []),
      content: one.content,
      rendered: render(world, one.content).html,
      due: seconds(world) + one.due,
      state: one.failed === true ? 'failed' : 'pending',
      client: 'website',
      readBySender: true,
    }
    world.state.scheduled.set(scheduled.id, scheduled)
    if (scheduled.state === 'pending') setSendTimer(world, scheduled)
  }
}

function placeOf(to: SeedMessage['to'], others: readonly number[]): Place {
  return 'stream_id' in to
    ? { kind: 'channel', channelId: to.stream_id, topic: to.topic }
    : directPlace([...others, ...to.user_ids])
}
