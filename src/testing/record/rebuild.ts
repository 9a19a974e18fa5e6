import { dialectOf, isFeatureLevel, newestFeatureLevel, roles } from '../../protocol/index.js'
import { createSimulator, type OrganisationSeed, virtualClock } from '../../simulator/index.js'
import { entriesAfter } from '../../simulator/journal/journal.js'
import { conversationAsTranscript } from '../../simulator/transcribe/conversation.js'
import { createAliases } from './aliases.js'
import { foundIn } from './found.js'
import { recordedOrganisation } from './organisation.js'
import { planOf } from './plan.js'
import { playAgain } from './playAgain.js'
import type { Recording } from './recording.js'
import { stateIn } from './state.js'

export interface Rebuilt {
  readonly transcript: string
  readonly organisation: OrganisationSeed
  /** The number of people's actions in it. */
  readonly actions: number
  /** What is missing from it, as sentences. */
  readonly notes: readonly string[]
}

/**
 * Replays a recording in a simulator, with names replaced: people repeat what they said, and a stand-in repeats the bot's
 * answers and calls. The resulting chat is written as a transcript.
 *
 * @param name The name of the seed file, without its extension.
 * @throws {RangeError} if it contains nothing that the bot answered
 */
export async function rebuilt(recording: Recording, name: string, how: RebuildOptions = {}): Promise<Rebuilt> {
  const asMember = await rebuildWith(recording, name, how)
  if (asMember.refused === 0) return asMember
  // The server accepted calls that need more rights, so the bot may be an administrator.
  const asAdministrator = await rebuildWith(recording, name, { ...how, role: roles.administrator })
  return asAdministrator.refused < asMember.refused ? asAdministrator : asMember
}

interface RebuildOptions {
  /** Milliseconds of silence from which on a pause is written (default: a minute). */
  readonly longPause?: number
  /** The bot's role, if the recording doesn't show it. */
  readonly role?: number
}

async function rebuildWith(recording: Recording, name: string, { role, ...how }: RebuildOptions) {
  const { head, traffic } = recording
  const found = foundIn({ traffic })
  const aliases = createAliases(found, head)
  const { bot } = aliases
  if (bot === undefined) throw new RangeError("The bot's account does not occur in the recording.")
  if (role !== undefined) bot.of.role ??= role
  const plan = planOf(traffic, found, aliases)
  const [{ at: start } = head] = traffic
  const owner = plan.callers.find((one) => one !== bot && one.of.isBot !== true)?.id
  const state = stateIn(traffic, aliases, start)
  const seed = recordedOrganisation(found, aliases, { said: plan.said, start, owner, state })
  const clock = virtualClock(Math.floor(start / 1000) * 1000)
  const level = head.server?.level ?? newestFeatureLevel
  const simulator = createSimulator({
    organisation: seed,
    // Without its other functions it counts as a running clock, whose moves aren't written one by one.
    clock: { now: clock.now, later: clock.later },
    dialect: dialectOf(head.server?.dialect === 'zulip' ? 'zulip' : 'svc'),
    featureLevel: isFeatureLevel(level) ? level : newestFeatureLevel,
    randomSeed: 1,
    keepJournal: 1_000_000,
    deliveryTimeout: Number.MAX_SAFE_INTEGER,
  })
  try {
    const notes = await playAgain({ simulator, clock, plan, aliases, bot: bot.id, traffic })
    const written = await conversationAsTranscript({
      realm: simulator.realm,
      journal: entriesAfter(simulator.journal, 0),
      seed,
      bot: bot.id,
      name,
      ...how,
    })
    const { text, organisation = seed, actions } = written
    if (actions === 0) throw new RangeError('The recording has no message that the bot answered.')
    const isByEvents = traffic.every(({ kind }) => kind !== 'delivery')
    return {
      transcript: isByEvents ? `by: events\n${text}` : text,
      organisation,
      actions,
      notes: [...plan.notes, ...notes],
      refused: notes.length,
    }
  } finally {
    await simulator.close()
  }
}
