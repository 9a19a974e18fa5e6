import {
  type Answer,
  type EndpointName,
  endpointNamed,
  type FeatureId,
  featureRow,
  type Params,
} from 'earshot/protocol'
import { z } from 'zod'
import { type VirtualClock, virtualClock } from '../../../src/simulator/base/clock.js'
import { createRandom } from '../../../src/simulator/base/random.js'
import { directPlace } from '../../../src/simulator/realm/conversations/messages.js'
import { Realm } from '../../../src/simulator/realm/realm.js'
import type { RealmOptions } from '../../../src/simulator/realm/realmOptions.js'
import { bakery } from '../../../src/simulator/realm/seed/seed.js'
import type { EventOf, EventType, RealmEvent } from '../../../src/simulator/realm/world/events.js'
import { Refusal, refusalOn } from '../../../src/simulator/realm/world/refusal.js'
import type { Place } from '../../../src/simulator/realm/world/state.js'

/** The bakery on a clock that stands still, with its people at hand. */
export interface Bakery {
  readonly realm: Realm
  readonly clock: VirtualClock
  /** Everything that has happened, oldest first. */
  readonly events: readonly RealmEvent[]
  eventsOf<Type extends EventType>(type: Type): readonly EventOf<Type>[]
  /** Calls an endpoint as somebody; defaults are filled in as they are for a request. */
  as(who: string | number): {
    call<Name extends EndpointName>(name: Name, ...params: Rest<Name>): Answer<Name> & Record<string, unknown>
    /** What the service says when it refuses. */
    refused<Name extends EndpointName>(name: Name, ...params: Rest<Name>): Refused
  }
  /** Sends to a channel, or to people, and gives the message's ID. */
  say(who: string | number, where: { channel: string; topic: string } | { to: number[] }, text: string): number
}

type Rest<Name extends EndpointName> =
  Record<string, never> extends Params<Name> ? [params?: Params<Name>] : [params: Params<Name>]

interface Refused {
  readonly code: string | undefined
  readonly msg: string
  readonly facts: Readonly<Record<string, unknown>>
}

/** The conversation of exactly these people. */
export function directPlaceOf({ realm }: Bakery, people: readonly (string | number)[]): Place {
  return directPlace(people.map((one) => realm.account(one).id))
}

export function openBakery(options: Partial<RealmOptions> = {}): Bakery {
  const clock = virtualClock()
  const realm = new Realm({
    seed: bakery,
    clock,
    random: createRandom('bakery'),
    url: () => 'https://bakery.example.com',
    ...options,
  })
  const events: RealmEvent[] = []
  realm.onEvent((event) => events.push(event))
  const call = (who: string | number, name: EndpointName, params: object = {}, client = 'Test') => {
    const read = z.object(endpointNamed(name).params).parse(params)
    // What a service sees in the bytes of a picture.
    const type = 'file' in params && params.file instanceof File ? params.file.type : ''
    const image = type.startsWith('image/') ? { width: 1, height: 1, animated: type === 'image/gif' } : undefined
    return realm.call(name, realm.account(who), read as never, { client, image })
  }
  const as: Bakery['as'] = (who) => ({
    call: (name, ...[params]) => call(who, name, params) as never,
    refused(name, ...[params]) {
      try {
        call(who, name, params)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        const worded = refusalOn(error, (feature) => realm.has(feature))
        return { code: worded.error.code, msg: worded.message, facts: worded.facts }
      }
      throw new Error(`${who} was not refused ${name}.`)
    },
  })
  return {
    realm,
    clock,
    events,
    eventsOf: (type) => events.filter((event): event is EventOf<typeof type> => event.type === type),
    as,
    say(who, where, text) {
      const params =
        'channel' in where
          ? { type: 'channel' as const, to: where.channel, topic: where.topic, content: text }
          : { type: 'direct' as const, to: where.to, content: text }
      const { type, ...rest } = params
      const word = realm.has('channelMessageType') || type === 'direct' ? type : 'stream'
      return Number(call(who, 'messages.send', { type: word, ...rest }, 'website').id)
    },
  }
}

/** The bakery on a server that just has a feature, and on one that just has not. */
export function levelsAround(feature: FeatureId): { readonly before: Bakery; readonly since: Bakery } {
  const { level } = featureRow(feature)
  return { before: openBakery({ featureLevel: level - 1 }), since: openBakery({ featureLevel: level }) }
}

/** UNIX seconds at which the bakery opens. */
export const opening = Date.UTC(2026, 2, 2, 5) / 1000
