import { Queue, Worker } from 'bullmq'
import { Hono } from 'hono'
import { Redis } from 'ioredis'
import { Pool } from 'undici'
import { accounts } from '../lib/payloads.mjs'
import { handledTo } from './handled.mjs'
import { served } from './listening.mjs'

/**
 * A durable bot written by hand: Hono puts each delivery into one of 32 BullMQ queues by its conversation. Each queue runs one job at
 * a time, so that conversations stay in order, and its worker replies through the API.
 */
export async function start({ address, site, lanes = 32 }) {
  const { email, apiKey, token } = accounts
  const connect = () => new Redis(address, { maxRetriesPerRequest: null })
  const [adding, working] = [connect(), connect()]
  const queues = Array.from({ length: lanes }, (_, lane) => new Queue(`lane-${lane}`, { connection: adding }))
  await Promise.all(queues.map((queue) => queue.setGlobalConcurrency(1)))

  const app = new Hono()
  app.post('/', async (c) => {
    const delivery = await c.req.json()
    if (delivery.token !== token || delivery.bot_email !== email) return c.json({ msg: 'Invalid token' }, 401)
    const { id, stream_id: channel, subject } = delivery.message
    const queue = queues[laneOf(`${channel}/${subject}`, lanes)]
    await queue.add('delivery', delivery, { jobId: `${email}-${id}`, removeOnComplete: true })
    return c.json({})
  })

  let handled = 0
  const api = new Pool(site, { connections: 64 })
  const headers = {
    authorization: `Basic ${btoa(`${email}:${apiKey}`)}`,
    'content-type': 'application/x-www-form-urlencoded',
  }
  const handle = async ({ data: { message } }) => {
    const content = message.content.replace('@**Echo** ', '')
    const form = { type: 'stream', to: String(message.stream_id), topic: message.subject, content }
    const body = new URLSearchParams(form).toString()
    const answer = await api.request({ method: 'POST', path: '/api/v1/messages', headers, body })
    const { result, msg } = await answer.body.json()
    if (result !== 'success') throw new Error(msg)
    handled += 1
  }
  const workers = queues.map(({ name }) => new Worker(name, handle, { connection: working }))
  await Promise.all(workers.map((worker) => worker.waitUntilReady()))
  return {
    ...(await served(app)),
    handledTo: (total) => handledTo(total, () => handled),
    handled: () => handled,
  }
}

function laneOf(conversation, lanes) {
  let hash = 0
  for (let at = 0; at < conversation.length; at += 1) hash = (hash * 31 + conversation.charCodeAt(at)) | 0
  return Math.abs(hash) % lanes
}
