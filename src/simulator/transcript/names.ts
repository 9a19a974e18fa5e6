import type { TranscriptPlace } from '../../transcript/transcript.js'
import type { Realm } from '../realm/realm.js'

/** The name of an account as a transcript says it: its address where somebody else has the same name. */
export function nameOf(realm: Realm, id: number): string {
  const { fullName, email } = realm.account(id)
  const isOnly =
    realm.accounts().filter((account) => account.fullName.toLowerCase() === fullName.toLowerCase()).length === 1
  return isOnly ? fullName : email
}

/** What tells two places apart, however they are written. */
export function placeKey(realm: Realm, place: TranscriptPlace): string {
  if ('people' in place) {
    const ids = new Set(place.people.map((name) => realm.account(name).id))
    return `direct ${[...ids].sort((one, other) => one - other).join(' ')}`
  }
  return `channel ${realm.channel(place.channel).id} ${place.topic.toLowerCase()}`
}

/** A direct conversation by the people in it, the bot at the end. */
export function directPlace(realm: Realm, ids: readonly number[], bot: number): TranscriptPlace {
  const inOrder = [...ids].sort((one, other) => Number(one === bot) - Number(other === bot) || one - other)
  return { people: inOrder.map((id) => nameOf(realm, id)) }
}

/** The ID of an account by its name or address; undefined when there is none. */
export function idOf(realm: Realm, name: string): number | undefined {
  try {
    return realm.account(name).id
  } catch {
    return undefined
  }
}
