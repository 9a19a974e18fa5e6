import type { Context, Middleware } from '../context.js'
import { UserError } from '../errors.js'

/** Where it is kept which messages were handled. For several processes, one that all of them share. */
export interface Handled {
  /** Keeps a key; false when it is there already. Of several calls at once, one gets true. */
  add(key: string): boolean | Promise<boolean>
  delete(key: string): unknown
}

export interface IdempotenceOptions {
  /** How many messages are remembered, where nothing else is given to keep them; 10,000 unless given. */
  readonly remember?: number
  readonly handled?: Handled
  /** Names what is done once; the message unless given. */
  readonly key?: (ctx: Context) => string
}

/**
 * Lets each message through once, however often it is delivered; a repeat is not answered. One whose handler failed is
 * forgotten, so that it may come again.
 */
export function idempotence({
  remember = 10_000,
  handled = inMemory(remember),
  key = ({ bot, message }) => `${bot.email.toLowerCase()} ${message.id}`,
}: IdempotenceOptions = {}): Middleware {
  return async (ctx, next) => {
    const name = key(ctx)
    if (!(await handled.add(name))) {
      ctx.log.info({ message: ctx.message.id }, 'The message was handled before')
      return
    }
    await next()
    // A refusal is an answer like any other.
    if (ctx.error !== undefined && !(ctx.error instanceof UserError)) await handled.delete(name)
  }
}

function inMemory(most: number): Handled {
  const keys = new Set<string>()
  return {
    add(key) {
      if (keys.has(key)) return false
      keys.add(key)
      for (const oldest of keys) {
        if (keys.size <= most) break
        keys.delete(oldest)
      }
      return true
    },
    delete: (key) => keys.delete(key),
  }
}
