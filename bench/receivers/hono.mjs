import { Hono } from 'hono'
import { served } from './listening.mjs'

/** Hono alone: parses the body, and says what the message says. */
export function start() {
  const app = new Hono()
  app.post('/', async (c) => {
    const { message } = await c.req.json()
    return c.json({ content: message.content })
  })
  return served(app)
}
