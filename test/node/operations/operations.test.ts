import { Bot, type Storage } from 'earshot'
import type { ServeOptions } from 'earshot/node'
import type { Queue } from 'earshot/queue'
import { memoryQueue } from 'earshot/queue'
import type { Delivery } from 'earshot/receiver'
import { memoryStorage } from 'earshot/storage'
import { describe, expect, it } from 'vitest'
import { directMessage, echoToken, mention } from '../../receiver/notifications.js'
import { fetchOnce, served } from '../serving.js'
import { samplesIn } from './samples.js'

const metricsOf = async (url: string) => samplesIn(await (await fetchOnce(`${url}/metrics`)).text())

describe('the metrics of a bot that is served', () => {
  it('count deliveries by bot, trigger and outcome, and measure them', async () => {
    const { url, post } = await served(({ notification, reply }) =>
      notification.trigger === 'mention' ? reply('warm') : undefined,
    )
    await post(mention({ id: 1 }))
    await post(mention({ id: 1 }))
    await post(mention({ id: 2 }))
    await post(directMessage({ id: 3 }))
    const metrics = await metricsOf(url)
    const bot = 'echo-bot@example.com'
    const deliveries = (trigger: string, outcome: string) =>
      metrics.get(`earshot_deliveries_total{bot="${bot}",trigger="${trigger}",outcome="${outcome}"}`)
    expect(deliveries('mention', 'answered')).toBe(2)
    expect(deliveries('mention', 'repeat')).toBe(1)
    expect(deliveries('direct_message', 'quiet')).toBe(1)
    expect(metrics.get(`earshot_delivery_duration_seconds_count{bot="${bot}"}`)).toBe(4)
    expect(metrics.get(`earshot_delivery_duration_seconds_bucket{le="+Inf",bot="${bot}"}`)).toBe(4)
    expect(metrics.get(`earshot_handlers{bot="${bot}"}`)).toBe(0)
    expect(metrics.get('earshot_requests_total{status="200"}')).toBe(4)
    expect(metrics.get('earshot_request_duration_seconds_count')).toBe(4)
  })

  it('count refusals by their code, and nothing of what was asked for as a label', async () => {
    const { url, post } = await served()
    await post('{')
    await post(mention({}, { token: `x${echoToken}` }))
    await post(mention({}, { bot_email: 'nobody@example.com' }))
    await fetchOnce(`${url}/wp-login.php`)
    await fetchOnce(url)
    const text = await (await fetchOnce(`${url}/metrics`)).text()
    const metrics = samplesIn(text)
    expect(metrics.get('earshot_refusals_total{code="invalid_json"}')).toBe(1)
    expect(metrics.get('earshot_refusals_total{code="unauthorized"}')).toBe(2)
    expect(metrics.get('earshot_refusals_total{code="not_found"}')).toBe(1)
    expect(metrics.get('earshot_refusals_total{code="method_not_allowed"}')).toBe(1)
    expect(metrics.get('earshot_requests_total{status="401"}')).toBe(2)
    expect(text).not.toMatch(/nobody|wp-login/)
  })

  it('give a trigger that nobody knows no label of its own', async () => {
    const { url, post } = await served()
    for (const trigger of ['moon', 'sun']) await post(mention({ id: trigger.length }, { trigger }))
    const metrics = await metricsOf(url)
    expect(metrics.get('earshot_deliveries_total{bot="echo-bot@example.com",trigger="other",outcome="quiet"}')).toBe(2)
  })

  it('count calls of the chat server by endpoint and code', async () => {
    const { url, post } = await served(async ({ client, reply }) => {
      await reply('one')
      await reply('two')
      await client.users.me().catch(() => {})
      await client.request('GET', '/users/8/shoe_size').catch(() => {})
    })
    await post()
    const metrics = await metricsOf(url)
    const calls = (endpoint: string, code: string) =>
      metrics.get(`earshot_client_calls_total{endpoint="${endpoint}",code="${code}"}`)
    expect(calls('messages.send', 'ok')).toBe(2)
    expect(calls('users.me', 'HTTP_404')).toBe(1)
    expect(calls('undeclared', 'HTTP_404')).toBe(1)
    expect(metrics.get('earshot_client_call_duration_seconds_count{endpoint="messages.send"}')).toBe(2)
  })

  it('tell of the process as clients of Prometheus do', async () => {
    const metrics = await metricsOf((await served()).url)
    expect(metrics.get('process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
    expect(metrics.get('process_cpu_seconds_total')).toBeGreaterThan(0)
    expect(metrics.get(`nodejs_version_info{version="${process.version}"}`)).toBe(1)
    expect(metrics.get('nodejs_eventloop_utilization')).toBeGreaterThanOrEqual(0)
  })

  it('are of one serving, however many there are in the process', async () => {
    const [one, other] = [await served(), await served()]
    await one.post()
    expect((await metricsOf(other.url)).get('earshot_requests_total{status="200"}')).toBeUndefined()
  })

  it('are not there when they are not wanted', async () => {
    const { url } = await served(() => {}, { metrics: false })
    expect((await fetchOnce(`${url}/metrics`)).status).toBe(404)
    expect((await fetchOnce(`${url}/readyz`)).status).toBe(200)
  })

  it('have a port of their own where that is asked for, with health and readiness', async () => {
    const { url, metricsUrl, post } = await served(() => {}, { metricsPort: 0 })
    await post()
    expect(metricsUrl).not.toBe(url)
    expect((await fetchOnce(`${url}/metrics`)).status).toBe(404)
    expect((await metricsOf(String(metricsUrl))).get('earshot_requests_total{status="200"}')).toBe(1)
    expect((await fetchOnce(`${metricsUrl}/healthz`)).status).toBe(200)
    expect((await fetchOnce(`${metricsUrl}/readyz`)).status).toBe(200)
    expect((await fetchOnce(String(metricsUrl), { method: 'POST' })).status).toBe(404)
  })

  it('are asked for by GET alone', async () => {
    const { url } = await served()
    for (const path of ['/metrics', '/readyz']) {
      const answer = await fetchOnce(url + path, { method: 'POST' })
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    }
  })

  it('say how full the queue is and how old what is in it', async () => {
    const queue = memoryQueue({ capacity: 7 })
    const { url, post } = await served(() => {}, { queue } as Partial<ServeOptions>)
    expect(await (await post()).json()).toEqual({ response_not_required: true })
    const metrics = await metricsOf(url)
    expect(metrics.get('earshot_queue_up')).toBe(1)
    expect(metrics.get('earshot_queue_capacity')).toBe(7)
    expect((metrics.get('earshot_queue_waiting') ?? 0) + (metrics.get('earshot_queue_working') ?? 0)).toBeLessThan(2)
    expect(metrics.get('earshot_queue_dead')).toBe(0)
    expect(metrics.get('earshot_queue_oldest_age_seconds')).toBeGreaterThanOrEqual(0)
    const outcome = '{bot="echo-bot@example.com",trigger="mention",outcome="queued"}'
    expect(metrics.get(`earshot_deliveries_total${outcome}`)).toBe(1)
  })

  it('count what comes out of the queue, by what became of it', async () => {
    const handle = async ({ reply }: Delivery) => void (await reply('warm'))
    const { url, post } = await served(handle, { queue: memoryQueue() })
    await post()
    const labels = '{bot="echo-bot@example.com",trigger="mention",outcome="done"}'
    await expect.poll(async () => (await metricsOf(url)).get(`earshot_jobs_total${labels}`)).toBe(1)
    const metrics = await metricsOf(url)
    expect(metrics.get('earshot_job_wait_seconds_count{bot="echo-bot@example.com"}')).toBe(1)
    expect(metrics.get('earshot_job_duration_seconds_count{bot="echo-bot@example.com"}')).toBe(1)
    expect(metrics.get('earshot_client_calls_total{endpoint="messages.send",code="ok"}')).toBe(1)
    expect(metrics.get('earshot_handlers{bot="echo-bot@example.com"}')).toBe(0)
  })

  it('say that the queue does not answer, and the rest all the same', async () => {
    const queue: Queue = { ...memoryQueue(), status: async () => Promise.reject(new Error('gone')) }
    const metrics = await metricsOf((await served(() => {}, { queue })).url)
    expect(metrics.get('earshot_queue_up')).toBe(0)
    expect(metrics.has('earshot_queue_waiting')).toBe(false)
    expect(metrics.get('process_resident_memory_bytes')).toBeGreaterThan(0)
  })

  it('count the errors of a bot, though its sender got a reply', async () => {
    const bot = new Bot()
    bot.onMention(() => {
      throw new Error('out of buns')
    })
    const { url, post } = await served((delivery) => bot.handle(delivery))
    expect(await (await post()).text()).toContain('Something went wrong')
    const metrics = await metricsOf(url)
    expect(metrics.get('earshot_handler_failures_total{bot="echo-bot@example.com"}')).toBe(1)
    const outcome = '{bot="echo-bot@example.com",trigger="mention",outcome="failed"}'
    expect(metrics.get(`earshot_deliveries_total${outcome}`)).toBe(1)
  })
})

describe('the readiness of a bot that is served', () => {
  const readiness = async (url: string) => {
    const answer = await fetchOnce(`${url}/readyz`)
    return { status: answer.status, body: await answer.json() }
  }

  it('is there when its stores answer', async () => {
    const { url } = await served(() => {}, { storage: memoryStorage(), queue: memoryQueue() })
    expect(await readiness(url)).toEqual({
      status: 200,
      body: { status: 'ready', checks: { process: 'ok', storage: 'ok', queue: 'ok' } },
    })
  })

  it("is not when the storage can't be written to; the reason is for the log alone", async () => {
    const storage: Storage = { ...memoryStorage(), set: async () => Promise.reject(new Error('no redis at 10.0.0.7')) }
    const { url, lines } = await served(() => {}, { storage })
    const answer = await readiness(url)
    expect(answer.status).toBe(503)
    expect(answer.body).toMatchObject({ status: 'not ready', checks: { process: 'ok' } })
    expect(JSON.stringify(answer)).not.toContain('10.0.0.7')
    expect(JSON.stringify(lines)).toContain('10.0.0.7')
    expect((await fetchOnce(`${url}/healthz`)).status).toBe(200)
  })

  it('is not when the queue is full, as nothing could be acknowledged', async () => {
    const status = async () => ({ waiting: 6, working: 1, dead: 0, oldest: undefined, capacity: 7 })
    const { url } = await served(() => {}, { queue: { ...memoryQueue(), status } })
    expect(await readiness(url)).toMatchObject({
      status: 503,
      body: { checks: { queue: expect.stringMatching(/full/) } },
    })
  })
})
