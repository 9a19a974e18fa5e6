import { Hono } from 'hono'
import { served } from './listening.mjs'

/** Hono alone: parses the body, and says what the message says, or with `whole` all of the body. */
export function start({ whole = false } = {}) {
  const app = new Hono()
  app.post('/', async (c) => {
    const body = await c.req.json()
    return c.json(whole ? body : { content: body.message.content })
  })
  return served(app)
}
