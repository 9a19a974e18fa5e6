import { type Signal, signal } from '@preact/signals'
import { attempt, messageOf, tell } from '../../notices.js'
import { accounts } from '../../organisation.js'
import { type Call, cancelScheduled, scheduleMessage, sendMessage, type Target } from '../actions/service.js'
import { upload } from '../actions/upload.js'
import { directPlace, type Place, placeText } from '../place.js'
import { sessionOf } from '../session.js'
import { draftOf, keepDraft } from './drafts.js'
import { fileLink, insert, insertBlock, replaceMark, uploadMark, type Written } from './inserting.js'

/** Where a message is to go, as far as its writer has said it. */
export interface Recipients {
  readonly channelId: number | undefined
  readonly topic: string
  readonly userIds: readonly number[]
}

/** A file that is on its way. */
export interface Uploading {
  readonly number: number
  readonly name: string
  /** From 0 to 1. */
  readonly part: number
  stop(): void
}

/** What somebody is writing in a place. */
export interface Composer {
  readonly userId: number
  readonly place: Place
  /** Whether it is kept as a draft. */
  readonly isKept: boolean
  readonly written: Signal<Written>
  readonly recipients: Signal<Recipients>
  /** Why the last message, or file, was not taken. */
  readonly problem: Signal<string>
  readonly uploads: Signal<readonly Uploading[]>
  readonly isSending: Signal<boolean>
  readonly isPreviewed: Signal<boolean>
  /** Rises whenever the text is to have the focus. */
  readonly focuses: Signal<number>
}

/** What somebody is writing in a place, kept over its column being closed and the page being loaded again. */
export function composerFor(userId: number, place: Place): Composer {
  const key = `${userId} ${placeText(place)}`
  const known = composers.get(key)
  if (known !== undefined) return known
  const draft = draftOf(sessionStorage, userId, placeText(place))
  const { length } = draft.text
  const composer = createComposer(userId, place, true)
  composer.written.value = { text: draft.text, start: length, end: length }
  if (draft.topic !== undefined) composer.recipients.value = { ...recipientsOf(place), topic: draft.topic }
  composers.set(key, composer)
  return composer
}

/** Somewhere to write in, with nothing written yet. */
export function createComposer(userId: number, place: Place, isKept: boolean): Composer {
  return {
    ...{ userId, place, isKept },
    written: signal({ text: '', start: 0, end: 0 }),
    recipients: signal(recipientsOf(place)),
    problem: signal(''),
    uploads: signal([]),
    isSending: signal(false),
    isPreviewed: signal(false),
    focuses: signal(0),
  }
}

const composers = new Map<string, Composer>()

export function recipientsOf(place: Place): Recipients {
  return {
    channelId: 'channelId' in place ? place.channelId : undefined,
    topic: place.kind === 'topic' ? place.topic : '',
    userIds: place.kind === 'direct' ? place.userIds : [],
  }
}

/** The conversation that the recipients are; undefined when nobody is named. */
export function targetOf({ userId, recipients }: Composer): Target | undefined {
  const { channelId, topic, userIds } = recipients.value
  if (channelId !== undefined) return { kind: 'topic', channelId, topic }
  return userIds.length === 0 ? undefined : directPlace(userIds, userId)
}

export function setWritten(composer: Composer, written: Written): void {
  composer.written.value = written
  keep(composer)
}

export function setRecipients(composer: Composer, change: Partial<Recipients>): void {
  composer.recipients.value = { ...composer.recipients.value, ...change }
  composer.problem.value = ''
  keep(composer)
}

function keep({ isKept, userId, place, written, recipients }: Composer): void {
  if (!isKept) return
  keepDraft(sessionStorage, userId, placeText(place), { text: written.value.text, topic: recipients.value.topic })
}

export function focusText(composer: Composer): void {
  composer.focuses.value += 1
}

/** Sends what is written. A refusal is shown at the text, which is there again. */
export async function send(composer: Composer): Promise<void> {
  await deliver(composer, async (call, target, text) => {
    await sendMessage(call, target, text)
  })
}

/** Has what is written sent later; `at` is in milliseconds, `says` how the reader is told of it. */
export async function sendLater(composer: Composer, at: number, says: string): Promise<boolean> {
  return await deliver(composer, async (call, target, text) => {
    const id = await scheduleMessage(call, target, text, at)
    tell('done', `To be sent ${says}.`, () => void cancel(composer, call, id, text))
  })
}

function cancel(composer: Composer, call: Call, id: number, text: string): Promise<void> {
  return attempt(async () => {
    await cancelScheduled(call, id)
    putBack(composer, text)
  })
}

async function deliver(
  composer: Composer,
  work: (call: Call, target: Target, text: string) => Promise<void>,
): Promise<boolean> {
  const { written, problem, isSending } = composer
  const target = targetOf(composer)
  if (isSending.value) return false
  if (target === undefined) {
    problem.value = 'Say where it goes: to a channel, or to people.'
    return false
  }
  if (composer.uploads.value.length > 0) {
    problem.value = 'A file is still on its way.'
    return false
  }
  const { text } = written.value
  problem.value = ''
  isSending.value = true
  // The next message can be begun at once.
  setWritten(composer, { text: '', start: 0, end: 0 })
  composer.isPreviewed.value = false
  try {
    await work(sessionOf(composer.userId).call, target, text)
    return true
  } catch (error) {
    putBack(composer, text)
    problem.value = messageOf(error)
    return false
  } finally {
    isSending.value = false
  }
}

/** What was begun since stays behind it. */
function putBack(composer: Composer, text: string): void {
  const since = composer.written.value.text
  const whole = since === '' ? text : `${text}\n${since}`
  setWritten(composer, { text: whole, start: whole.length, end: whole.length })
}

/** Puts a text where the caret is, or a paragraph of its own there. */
export function write(composer: Composer, text: string, isBlock = false): void {
  setWritten(composer, (isBlock ? insertBlock : insert)(composer.written.value, text))
  focusText(composer)
}

let count = 0

/** Uploads files and links them where the caret is. */
export function attach(composer: Composer, files: readonly File[]): void {
  for (const file of files) void attachOne(composer, file)
}

async function attachOne(composer: Composer, file: File): Promise<void> {
  const { uploads, problem } = composer
  const caller = accounts.value.get(composer.userId)
  if (caller === undefined) return
  count += 1
  const number = count
  const mark = uploadMark(file.name, number)
  const stopping = new AbortController()
  problem.value = ''
  uploads.value = [...uploads.value, { number, name: file.name, part: 0, stop: () => stopping.abort() }]
  write(composer, mark)
  const replaceWith = (text: string) => setWritten(composer, replaceMark(composer.written.value, mark, text))
  try {
    const url = await upload(
      caller,
      file,
      (part) => {
        uploads.value = uploads.value.map((one) => (one.number === number ? { ...one, part } : one))
      },
      stopping.signal,
    )
    replaceWith(fileLink(file.name, url))
  } catch (error) {
    replaceWith('')
    if (!stopping.signal.aborted) problem.value = messageOf(error)
  } finally {
    uploads.value = uploads.value.filter((one) => one.number !== number)
  }
}
