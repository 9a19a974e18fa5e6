import type { Delivery } from '../delivery/delivery.js'
import type { Sentences } from '../sentences/sentences.js'
import type { PendingQuestion } from './conversationStore.js'

/** Why a run of a handler stopped early. */
export type Stopped =
  /** It waits for an answer; `replaced` is the pending question that this one replaces. */
  | { readonly kind: 'waiting'; readonly replaced: PendingQuestion | undefined }
  /** The delivery will be retried, and its handler run again. */
  | { readonly kind: 'comes again' }
  /** Another process has the conversation. */
  | { readonly kind: 'taken over' }
  | { readonly kind: 'changed'; readonly expected: string | undefined; readonly found: string }
  /** The process died during a step that must not be done twice. */
  | { readonly kind: 'uncertain'; readonly step: string }

/** The record stays as it is for the next run. */
export const goesOn: ReadonlySet<Stopped['kind']> = new Set(['waiting', 'taken over', 'comes again'])

/** Logs why a run stopped, and tells the sender if the conversation is over. */
export async function sayStopped(
  why: Exclude<Stopped, { kind: 'waiting' }>,
  delivery: Delivery,
  sentences: Sentences,
): Promise<void> {
  const { log } = delivery
  const say = (text: string) => delivery.reply(text, { name: 'stopped' })
  if (why.kind === 'comes again') log.debug({}, 'The delivery will be retried')
  else if (why.kind === 'taken over') log.info({}, 'Another process has taken over the conversation')
  else if (why.kind === 'changed') {
    const { expected, found } = why
    log.error(
      { expected, found },
      'The handler took other steps than before the question; the conversation is ended. Unless the bot was changed, its ' +
        'code depends on what varies: read that in ctx.once',
    )
    await say(sentences.conversationOutdated)
  } else {
    log.error({ step: why.step }, 'The process died during a step, which may be done or not; the conversation is ended')
    await say(sentences.conversationInterrupted)
  }
}
