import { type Signal, signal } from '@preact/signals'
import type { Message } from '../../../../protocol/index.js'
import { errorMessage } from '../../../../values.js'
import { accounts } from '../../organisation.js'
import { callAs } from '../../simulator.js'
import { type ChatPlace, directPlace, placeText } from '../place.js'
import { rawContent, sendMessage, type WritablePlace } from '../service.js'
import { sessionOf } from '../session.js'
import { fileLink, quotationOf } from './inserting.js'

/** A message, the person who acts on it, and the place where they see it. */
export interface Acted {
  readonly userId: number
  readonly place: ChatPlace
  readonly message: Message
}

/** A draft in a place. */
export interface MessageComposer {
  readonly userId: number
  readonly place: ChatPlace
  readonly text: Signal<string>
  readonly topic: Signal<string>
  /** Text to be put on lines of its own at the cursor, with the cursor below it. */
  readonly inserted: Signal<string | undefined>
  /** Why the last message or file was refused. */
  readonly problem: Signal<string>
  /** Names of files being uploaded. */
  readonly uploads: Signal<readonly string[]>
  readonly isSending: Signal<boolean>
}

const composers = new Map<string, MessageComposer>()

/** The draft of a person in a place; its text survives a reload. */
export function composerFor(userId: number, place: ChatPlace): MessageComposer {
  const key = `draft ${userId} ${placeText(place)}`
  const known = composers.get(key)
  if (known !== undefined) return known
  const composer: MessageComposer = {
    ...{ userId, place },
    text: signal(sessionStorage.getItem(key) ?? ''),
    topic: signal(place.kind === 'topic' ? place.topic : ''),
    inserted: signal(undefined),
    problem: signal(''),
    uploads: signal([]),
    isSending: signal(false),
  }
  composer.text.subscribe((text) => {
    try {
      sessionStorage.setItem(key, text)
    } catch {
      // Too long for the browser to keep; an older draft would be wrong.
      sessionStorage.removeItem(key)
    }
  })
  composers.set(key, composer)
  return composer
}

/** The message's destination. */
export function targetOf({ place, topic, userId }: MessageComposer): WritablePlace {
  if (place.kind === 'direct') return directPlace(place.userIds, userId)
  return { kind: 'topic', channelId: place.channelId, topic: topic.value }
}

/** Sends the draft. After a refusal, the text is restored. */
export async function send(composer: MessageComposer): Promise<void> {
  const { text, problem, isSending, uploads, userId } = composer
  if (isSending.value) return
  if (uploads.value.length > 0) {
    problem.value = 'A file is still being uploaded.'
    return
  }
  const written = text.value
  problem.value = ''
  isSending.value = true
  // Cleared at once, so that the next message can be typed.
  text.value = ''
  try {
    await sendMessage(sessionOf(userId).call, targetOf(composer), written)
  } catch (error) {
    text.value = text.value === '' ? written : `${written}\n${text.value}`
    problem.value = errorMessage(error)
  } finally {
    isSending.value = false
  }
}

/** Puts a quotation of a message into the composer of the place where it is shown. */
export async function quoteAndReply({ userId, place, message }: Acted): Promise<void> {
  const content = await rawContent(sessionOf(userId).call, message.id)
  const composer = composerFor(userId, place)
  if (place.kind === 'channel' && message.type === 'stream') composer.topic.value = message.subject
  composer.inserted.value = quotationOf(message, content)
}

/** Uploads files; `insert` adds the link of each once it is uploaded. */
export function attach(composer: MessageComposer, files: readonly File[], insert: (link: string) => void): void {
  for (const file of files) void attachOne(composer, file, insert)
}

async function attachOne({ userId, uploads, problem }: MessageComposer, file: File, insert: (link: string) => void) {
  const caller = accounts.value.get(userId)
  if (caller === undefined) return
  problem.value = ''
  uploads.value = [...uploads.value, file.name]
  try {
    // Older servers call the address `uri`.
    const { url, uri } = await callAs<{ url?: string; uri?: string }>(caller, 'POST', '/user_uploads', { file })
    insert(fileLink(file.name, url ?? uri ?? ''))
  } catch (error) {
    problem.value = `${file.name}: ${errorMessage(error)}`
  } finally {
    uploads.value = uploads.value.toSpliced(uploads.value.indexOf(file.name), 1)
  }
}
