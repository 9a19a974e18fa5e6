import { type Answer, choicesOf, pollResult, taskListOf } from '../../protocol/index.js'
import { callAs, messageAs } from '../../simulator/callAs.js'
import { escapePlaceholders } from '../../transcript/placeholders.js'
import type { Entry, ToWidget, Transcript, TranscriptPlace } from '../../transcript/transcript.js'
import { writeTranscript } from '../../transcript/write.js'
import { isSamePlace } from '../player/play.js'
import type { SayStep, Step } from './steps.js'
import type { ExploredChat } from './world.js'

/** Who can speak, and where. */
export interface Cast {
  /** Names. */
  readonly people: readonly string[]
  readonly places: readonly ((who: string) => TranscriptPlace)[]
}

export function castOf({ chat, bot }: ExploredChat): Cast {
  const { realm } = chat.simulator
  const humans = realm
    .accounts()
    .filter(({ is_active, bot_type, is_system_bot }) => is_active && bot_type === null && !is_system_bot)
  const ofRole = new Map(humans.map((human) => [human.role, human]))
  const members = humans.filter(({ role }) => role === 400).slice(0, 2)
  // Members first: failures are shrunk towards the first people.
  const people = [...new Set([...members, ...[...ofRole.values()].reverse()])].map(({ full_name }) => full_name)
  const name = realm.account(bot).full_name
  const channels = openChannels(chat.simulator.realm, bot)
  const inChannel = channels.map((channel) => () => ({ channel, topic: 'explore' }))
  const another = (who: string) => people.find((one) => one !== who) ?? who
  return {
    people,
    places: [
      ...inChannel,
      (who) => ({ people: [who, name] }),
      (who) => ({ people: [...new Set([who, another(who), name])] }),
    ],
  }
}

function openChannels(realm: ExploredChat['chat']['simulator']['realm'], bot: number): readonly string[] {
  const { streams } = callAs(realm, realm.account(bot), 'streams.list', {}) as unknown as Answer<'streams.list'>
  return streams
    .filter(({ invite_only }) => !invite_only)
    .slice(0, 2)
    .map(({ name }) => name)
}

/** The entries of a step in the current state of a world; empty if it isn't possible. */
export function stepEntries(step: Step, world: ExploredChat, cast: Cast): readonly Entry[] {
  const here = world.place()
  switch (step.kind) {
    case 'say':
      return saidAt(step, here, world, cast).entries
    case 'at once': {
      let place = here
      const said = step.said.flatMap((one) => {
        const next = saidAt(one, place, world, cast)
        place = next.place
        return next.entries
      })
      return [{ kind: 'at once' }, ...said]
    }
    case 'edit': {
      const who = person(step.who, cast)
      if (here === undefined || !isThere(who, here)) return []
      return [{ kind: 'edit', who, text: addressed(step.text, here, world) }]
    }
    case 'widget': {
      const who = person(step.who, cast)
      const done = here && isThere(who, here) ? doneToWidget(step, here, who, world) : undefined
      return done === undefined ? [] : [{ who, ...done }]
    }
    case 'react': {
      const who = person(step.who, cast)
      return here !== undefined && isThere(who, here) ? [{ kind: 'react', who, emoji: step.emoji }] : []
    }
    case 'level':
      // Servers are upgraded, never downgraded.
      return step.level > world.chat.simulator.realm.featureLevel ? [step] : []
    default:
      return [step]
  }
}

function saidAt(
  { who: index, where, text }: SayStep,
  here: TranscriptPlace | undefined,
  world: ExploredChat,
  cast: Cast,
) {
  const who = person(index, cast)
  const [first] = cast.places
  const stays = where === 0 && here !== undefined && isThere(who, here)
  const place = stays ? here : (cast.places[Math.max(0, where - 1)] ?? first)?.(who)
  if (place === undefined) return { place: here, entries: [] }
  const isSame = here !== undefined && isSamePlace(world.chat.simulator.realm, here, place)
  const moves: Entry[] = isSame ? [] : [{ kind: 'place', place }]
  return { place, entries: [...moves, { kind: 'message', who, text: addressed(text, place, world) } satisfies Entry] }
}

const person = (index: number, { people }: Cast) => people[index % people.length] ?? ''
const isThere = (who: string, place: TranscriptPlace) => !('people' in place) || place.people.includes(who)

function addressed(text: string, place: TranscriptPlace, { chat }: ExploredChat): string {
  const mention = 'channel' in place ? `@**${chat.botName}**${text.startsWith('```') ? '\n' : ' '}` : ''
  return escapePlaceholders(`${mention}${text}`)
}

/** The action of a step on the newest widget of a place. */
function doneToWidget(
  { part: index, adds }: Step & { kind: 'widget' },
  place: TranscriptPlace,
  who: string,
  world: ExploredChat,
): Pick<ToWidget, 'kind' | 'part'> | undefined {
  const { realm } = world.chat.simulator
  const found = (['press', 'vote', 'tick'] as const).flatMap((kind) => world.log.newestWidget(place, kind) ?? [])
  const [newest] = found.sort((one, other) => other.id - one.id)
  if (newest === undefined) return undefined
  const caller = realm.account(who)
  const message = messageAs(realm, caller, newest.id)
  const at = <One>(all: readonly One[]): One | undefined => all[index % all.length]
  const named = (kind: ToWidget['kind'], part: string | undefined) =>
    part ? { kind, part: escapePlaceholders(part) } : undefined
  const button = at(choicesOf(message)?.buttons ?? [])
  if (button !== undefined) return named('press', button.label || button.name)
  if (adds) return named('add', `more ${index}`)
  const option = at(pollResult(message)?.options ?? [])
  if (option !== undefined) return named(option.voters.includes(caller.id) ? 'unvote' : 'vote', option.text)
  return named('tick', at(taskListOf(message)?.tasks ?? [])?.task)
}

/** The steps as a transcript: with a place only if somebody acts there, and an empty line after what happens at once. */
export function tidied(steps: readonly (readonly Entry[])[]): Transcript {
  const entries: Entry[] = []
  let place: Entry | undefined
  let written: Entry | undefined
  for (const step of steps) {
    const people = step.filter((entry) => 'who' in entry)
    for (const entry of step) {
      if (entry.kind === 'place') place = entry
      else if (entry.kind !== 'at once' || people.length > 1) {
        if ('who' in entry && place !== written && place !== undefined) {
          if (entries.at(-1)?.kind !== 'at once') entries.push({ kind: 'blank' })
          entries.push(place)
          written = place
        }
        if (entry.kind === 'at once') entries.push({ kind: 'blank' })
        entries.push(entry)
      }
    }
    if (people.length > 1) entries.push({ kind: 'blank' })
  }
  const isDouble = (entry: Entry, at: number) => entry.kind === 'blank' && entries[at + 1]?.kind === 'blank'
  return { entries: entries.filter((entry, at) => !isDouble(entry, at)) }
}

export const linesOf = (entries: readonly Entry[]): string => writeTranscript(tidied([entries])).trim()
