import type { CallOptions, Client, Clock } from '../../client/index.js'
import { HandlerError } from '../base/errors.js'
import { errorFields, type Log } from '../base/log.js'
import type { Progress } from '../context/actions.js'
import { messageParts } from '../delivery/messageParts.js'
import { replyOptions } from '../delivery/sendToConversation.js'
import { isShown, LiveMessage } from './liveMessage.js'
import { markSent } from './reply.js'
import { emptyMessage } from './sentMessage.js'

interface ProgressOptions {
  /** For interim edits, which aren't recorded. */
  readonly passing: Client
  readonly lasting: Client
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly log: Log
  post(text: string): Promise<unknown>
}

export function startProgress(id: number, text: string, options: ProgressOptions) {
  const { passing, lasting, clock, signal, log, post } = options
  const live = new LiveMessage({ id, client: passing, clock, log, shown: text })
  let wanted = text
  let further: readonly string[] = []
  let isEnded = false
  let isFixed = false
  let cancel: (() => void) | undefined
  let editing: Promise<void> = Promise.resolve()

  const progress: Progress = markSent({
    id,
    update(given) {
      if (isEnded || signal.aborted) return
      const [part, ...more] = typeof given === 'string' ? messageParts(given, log) : []
      if (part === undefined) {
        log.debug({}, 'Ignored a progress update without text')
        return
      }
      wanted = part
      further = more
      if (isFixed) return
      cancel ??= clock.later(live.wait, () => show())
    },
    async done(given) {
      if (typeof given !== 'string')
        throw new HandlerError('invalid_reply', 'progress.done needs a text. Give a string.')
      const [first, ...further] = messageParts(given, log)
      if (first === undefined) throw emptyMessage('The end of a progress', 'Say how it ended.')
      stop()
      await editing
      if (await changed(first)) for (const part of further) await post(part)
      else await post(given)
    },
  })
  return { progress, flush }

  /** Shows the last text, though the handler has ended. */
  async function flush(): Promise<void> {
    if (!isEnded && !isFixed && wanted !== live.shown) show(replyOptions)
    const isOver = isEnded
    stop()
    await editing
    if (isOver) return
    if (isFixed && wanted !== live.shown) await post(wanted).catch(note)
    for (const part of further) await post(part).catch(note)
  }

  function note(error: unknown): void {
    log.warn(errorFields(error), 'The last text of a progress message was not sent')
  }

  function stop(): void {
    isEnded = true
    cancel?.()
    cancel = undefined
  }

  function show(options?: CallOptions): void {
    cancel?.()
    cancel = undefined
    editing = editing.then(() => edit(options))
  }

  async function edit(options?: CallOptions): Promise<void> {
    if (isFixed) return
    const outcome = await live.change(wanted, options)
    if (outcome === 'gone') isEnded = true
    if (outcome === 'refused') isFixed = true
  }

  async function changed(content: string): Promise<boolean> {
    try {
      await lasting.messages.edit({ message_id: id, content }, replyOptions)
      return true
    } catch (error) {
      if (await isShown(lasting, id, content)) return true
      log.info(errorFields(error), "A progress message can't be edited; its end is another message")
      return false
    }
  }
}
