import jsonServer from 'json-server'
import { listening } from '../receivers/listening.mjs'
import { answer } from './answer.mjs'

/** json-server with one table of users. */
export async function start() {
  const { user, ...rest } = await answer()
  const app = jsonServer.create()
  app.use('/api/v1', jsonServer.router({ users: [{ id: user.email, ...rest, user }] }))
  return listening((await import('node:http')).createServer(app))
}
