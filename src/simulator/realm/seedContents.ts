import { accountOf } from './access/accounts.js'
import { directPlace } from './conversations/messages.js'
import { type Rendered, render as renderUsually } from './markdown/index.js'
import { setSendTimer } from './messages/scheduling.js'
import { compose } from './messages/sending.js'
import { emojiByName } from './organisation/emoji.js'
import { checkLinkifier } from './organisation/linkify.js'
import { addUpload } from './organisation/uploads.js'
import { bakery, type OrganisationSeed, type SeedMessage } from './seed/seed.js'
import { statusOf } from './users/status.js'
import type { Account, Place, Scheduled } from './world/state.js'
import { seconds, type World } from './world/world.js'

/** Adds the seed's statuses, files, messages and scheduled messages. */
export function seedContents(world: World, seed: OrganisationSeed): void {
  // The bakery's linkifiers are known to be valid, and compiling them would take most of the start-up time.
  if (seed.linkifiers !== bakery.linkifiers) for (const linkifier of world.state.linkifiers) checkLinkifier(linkifier)
  for (const { user_id, status } of seed.users) {
    if (status === undefined) continue
    const emoji = status.emoji === undefined ? {} : emojiByName(world, status.emoji)
    accountOf(world, user_id).status = statusOf(status.text, emoji)
  }
  for (const { id, owner_id, name, content, ago } of seed.attachments) {
    // The bakery's messages link to this path.
    const path_id = `${world.state.realm.id}/ab/${name.replace(/\.[^.]*$/, '')}/${name}`
    const file = new Blob([content], { type: 'text/plain' })
    addUpload(world, { id, owner_id, name, path_id, file, created: seconds(world) - ago })
  }
  const render = seedRenderer(world, seed)
  for (const one of [...seed.messages].sort((first, second) => first.id - second.id)) {
    const sender = accountOf(world, one.sender_id)
    const outgoing = { sender, place: placeOf(one.to, [one.sender_id]), content: one.content, client: 'website' }
    const message = compose(world, outgoing, () => ({ id: one.id, sent: seconds(world) - one.ago }), render)
    message.reactions = (one.reactions ?? []).map(({ user_id, emoji_name }) => ({
      ...emojiByName(world, emoji_name),
      user_id,
    }))
  }
  for (const { id, sender_id, to, content, due, failed } of seed.scheduled_messages) {
    const scheduled: Scheduled = {
      ...{ id, sender_id, place: placeOf(to, []), content, rendered_content: render(world, content).html },
      ...{ scheduled_delivery_timestamp: seconds(world) + due, state: failed === true ? 'failed' : 'pending' },
      ...{ client: 'website', read_by_sender: true },
    }
    world.state.scheduled.set(scheduled.id, scheduled)
    if (scheduled.state === 'pending') setSendTimer(world, scheduled)
  }
}

function placeOf(to: SeedMessage['to'], others: readonly number[]): Place {
  return 'stream_id' in to ? { kind: 'channel', ...to } : directPlace([...others, ...to.user_ids])
}

/** The rendered texts of the seeds used last, in their order, by what they depend on. Frozen, since simulators share them. */
const rendered = new Map<string, Rendered[]>()
const mostSeeds = 64
const mostTexts = 1_000

/**
 * A renderer for a seed's texts, which are rendered in the same order each time: only the first of several simulators that are
 * alike renders them.
 */
function seedRenderer(world: World, seed: OrganisationSeed): typeof renderUsually {
  if (seed.messages.length + seed.scheduled_messages.length > mostTexts) return renderUsually
  const key = whatDecides(world, seed)
  const kept = rendered.get(key) ?? []
  rendered.delete(key)
  rendered.set(key, kept)
  for (const oldest of rendered.keys()) if (rendered.size > mostSeeds) rendered.delete(oldest)
  let at = 0
  return (_, content, author?: Account) => {
    const known = kept[at] ?? frozen(renderUsually(world, content, author))
    kept[at] = known
    at += 1
    return known
  }
}

/** Everything that a rendered text of the seed depends on. */
function whatDecides(world: World, seed: OrganisationSeed): string {
  const given = JSON.stringify(seed)
  // Dates without a year depend on the present one.
  const time = given.includes('<time:') ? world.clock.now() : undefined
  return JSON.stringify([world.level(), world.assumptions, world.words, world.url(), time]) + given
}

function frozen({ html, mentions }: Rendered): Rendered {
  Object.freeze(mentions.users)
  Object.freeze(mentions.groups)
  return Object.freeze({ html, mentions: Object.freeze(mentions) })
}
