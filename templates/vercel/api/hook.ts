import { ipAddress, waitUntil } from '@vercel/functions'
import { receiver } from './_receiver.js'

/** The address for the chat server is that of this function. Handlers go on after the answer for as long as they need. */
export const POST = (request: Request) =>
  receiver.fetch(
    atRoot(request),
    { remoteAddress: ipAddress(request) },
    { waitUntil, passThroughOnException() {}, props: {} },
  )

/** The receiver knows nothing of where it is. */
const atRoot = (request: Request) => new Request(new URL('/', request.url), request)
