import { Hono } from 'hono'
import { served } from '../receivers/listening.mjs'
import { answer } from './answer.mjs'

/** Hono alone, which gives the same to everybody. */
export async function start() {
  const json = await answer()
  const app = new Hono()
  app.get('/api/v1/users/:email', (c) => c.json(json))
  return served(app)
}
