import { createServer } from 'node:http'
import { createNodeMiddleware, Webhooks } from '@octokit/webhooks'
import { secrets } from '../lib/payloads.mjs'
import { listening } from './listening.mjs'

/** The webhooks of GitHub on node:http, which answer `ok` whatever a handler says. */
export function start() {
  const webhooks = new Webhooks({ secret: secrets.github, log: { debug() {}, info() {}, warn() {}, error() {} } })
  let length = 0
  webhooks.on('issue_comment.created', ({ payload }) => {
    length += payload.comment.body.length
  })
  return listening(createServer(createNodeMiddleware(webhooks, { path: '/' }))).then((started) => ({
    ...started,
    length: () => length,
  }))
}
