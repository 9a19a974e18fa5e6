import { messageKey } from '../base/messageKey.js'
import { eventOf } from '../base/notification.js'
import { unlessConflict } from '../base/recordStore.js'
import { fitting, joined } from '../base/storageKey.js'
import type { Context } from '../context/context.js'
import { runOf } from '../conversation/deliveryContext.js'

interface Claim {
  /** Whether it was for the same message or event. */
  readonly isSame: boolean
  /** Whether it was for this same delivery, which comes again. */
  readonly isOwn: boolean
  /** UNIX milliseconds, by the storage's clock. */
  readonly until: number
}

/**
 * Claims something for a message or an event, for so many milliseconds. Of several at once, in whichever processes, one
 * gets it. Gives the claim that is there already, if there is one.
 * @throws {StorageError} when the storage fails
 */
export async function claim(ctx: Context, what: readonly string[], milliseconds: number): Promise<Claim | undefined> {
  const key = await claimKey(ctx, what)
  const same = `${claimantKey(ctx)} `
  const own = same + ctx.deliveryId
  // It may lapse between the two calls; each time it does, somebody else was there.
  for (;;) {
    const claiming = ctx.storage.set(key, own, { onlyIf: 'absent', expiresIn: milliseconds })
    if ((await unlessConflict(claiming)) !== undefined) return undefined
    const entry = await ctx.storage.get(key)
    if (entry !== undefined) {
      const { value, expiresAt: until = Number.POSITIVE_INFINITY } = entry
      return { isSame: value.startsWith(same), isOwn: value === own, until }
    }
    ctx.signal.throwIfAborted()
  }
}

/** Identifies the message, the command in it if it has several, or the event: several may be about one message. */
export function claimantKey(ctx: Context): string {
  const run = runOf(ctx)
  const event = run && eventOf(run.notification)
  const message = messageKey(ctx.message)
  if (event === undefined) return run?.handler === undefined ? message : `${message}/${run.handler}`
  return `${message}/${event.key}`
}

export async function unclaim(ctx: Context, what: readonly string[]): Promise<void> {
  await ctx.storage.delete(await claimKey(ctx, what))
}

const claimKey = (ctx: Context, what: readonly string[]) =>
  fitting(joined('claim', ctx.bot.email.toLowerCase(), ...what))
