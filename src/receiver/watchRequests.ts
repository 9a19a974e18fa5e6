import type { Context } from 'hono'
import { type Observer, runWithin } from '../bot/index.js'
import type { Clock } from '../client/index.js'
import type { RefusalCode } from './refusal.js'

type Work = (c: Context) => Promise<Response>

/**
 * Does the same, and tells the observer of each request and its end.
 *
 * @param route The path that the requests come to, if it is one that there is.
 * @param failed Makes the answer where the work throws.
 */
export function watchRequests(
  { observer, clock }: { readonly observer?: Observer | undefined; readonly clock: Clock },
  route: string | undefined,
  work: Work,
  failed: (error: unknown, c: Context) => Response,
): Work {
  if (observer?.request === undefined) return work
  return async (c) => {
    const began = clock.now()
    const watch = observer.request?.({
      method: c.req.method,
      get scheme() {
        return c.req.url.startsWith('https:') ? 'https' : 'http'
      },
      route,
      header: (name) => c.req.header(name),
    })
    const response = await runWithin(watch, () => work(c).catch((error: unknown) => failed(error, c)))
    const code: RefusalCode | undefined = c.get(refusedFor)
    const status = c.get(hungUp) === true ? undefined : response.status
    watch?.ended?.({ status, ...(code && { code }), duration: clock.now() - began })
    return response
  }
}

/** Notes why a request is refused, whatever its sender is told. */
export function noteRefusal(c: Context, code: RefusalCode): void {
  c.set(refusedFor, code)
}

/** Notes that the connection was ended, so that no answer can be sent. */
export function noteHungUp(c: Context): void {
  c.set(hungUp, true)
}

const refusedFor = 'earshot refused for'
const hungUp = 'earshot hung up'
