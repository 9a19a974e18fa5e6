import { type Signal, signal } from '@preact/signals'
import { callRoute } from '../../api.js'
import { messageOf } from '../../notices.js'
import { accounts } from '../../organisation.js'
import { directPlace, type Place, placeText } from '../place.js'
import { sendMessage, type Target } from '../service.js'
import { sessionOf } from '../session.js'
import { fileLink } from './inserting.js'

/** What somebody is writing in a place. */
export interface Composer {
  readonly userId: number
  readonly place: Place
  readonly text: Signal<string>
  /** Where the message goes to a channel. */
  readonly topic: Signal<string>
  /** Why the last message, or file, was not taken. */
  readonly problem: Signal<string>
  /** Names of files that are on their way. */
  readonly uploads: Signal<readonly string[]>
  readonly isSending: Signal<boolean>
}

const composers = new Map<string, Composer>()

/** What somebody is writing in a place; its text is kept when the page is loaded again. */
export function composerFor(userId: number, place: Place): Composer {
  const key = `draft ${userId} ${placeText(place)}`
  const known = composers.get(key)
  if (known !== undefined) return known
  const composer: Composer = {
    ...{ userId, place },
    text: signal(sessionStorage.getItem(key) ?? ''),
    topic: signal(place.kind === 'topic' ? place.topic : ''),
    problem: signal(''),
    uploads: signal([]),
    isSending: signal(false),
  }
  composer.text.subscribe((text) => sessionStorage.setItem(key, text))
  composers.set(key, composer)
  return composer
}

/** Where the message goes. */
export function targetOf({ place, topic, userId }: Composer): Target {
  if (place.kind === 'direct') return directPlace(place.userIds, userId)
  return { kind: 'topic', channelId: place.channelId, topic: topic.value }
}

/** Sends what is written. After a refusal, the text is there again. */
export async function send(composer: Composer): Promise<void> {
  const { text, problem, isSending, uploads, userId } = composer
  if (isSending.value) return
  if (uploads.value.length > 0) {
    problem.value = 'A file is still being uploaded.'
    return
  }
  const written = text.value
  problem.value = ''
  isSending.value = true
  // The next message can be begun at once.
  text.value = ''
  try {
    await sendMessage(sessionOf(userId).call, targetOf(composer), written)
  } catch (error) {
    text.value = text.value === '' ? written : `${written}\n${text.value}`
    problem.value = messageOf(error)
  } finally {
    isSending.value = false
  }
}

/** Uploads files; `insert` puts the link of each into the text once it is there. */
export function attach(composer: Composer, files: readonly File[], insert: (link: string) => void): void {
  for (const file of files) void attachOne(composer, file, insert)
}

/** Where a file is, in the word of older servers too. */
interface Uploaded {
  readonly url?: string
  readonly uri?: string
}

async function attachOne({ userId, uploads, problem }: Composer, file: File, insert: (link: string) => void) {
  const caller = accounts.value.get(userId)
  if (caller === undefined) return
  problem.value = ''
  uploads.value = [...uploads.value, file.name]
  try {
    const { url, uri } = await callRoute<Uploaded>(caller, 'POST', '/user_uploads', { file })
    insert(fileLink(file.name, url ?? uri ?? ''))
  } catch (error) {
    problem.value = `${file.name}: ${messageOf(error)}`
  } finally {
    uploads.value = uploads.value.toSpliced(uploads.value.indexOf(file.name), 1)
  }
}
