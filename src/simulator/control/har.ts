import type { AttemptRecord, DeliveryRecord } from '../delivery/record.js'

/**
 * Deliveries as an HTTP archive (HAR 1.2), which browsers and HTTP tools open: an entry for each request that was sent.
 * Secrets that are masked in the records stay masked.
 */
export function harOf(deliveries: readonly DeliveryRecord[]) {
  const entries = deliveries.flatMap((delivery) =>
    delivery.attempts.flatMap((attempt, at) => entriesOf(delivery, attempt, at + 1)),
  )
  return { log: { version: '1.2', creator: { name: 'Earshot', version: '1' }, entries } }
}

/** Only an attempt's first request carries the delivery, and only its last answer is kept. */
function entriesOf(delivery: DeliveryRecord, attempt: AttemptRecord, number: number) {
  const { exchanges, result, startedAt, duration } = attempt
  return exchanges.map(({ method, url, status = 0 }, at) => {
    const isLast = at === exchanges.length - 1
    const answered = isLast && result.kind === 'answered' ? result : undefined
    const sentBody = method === 'POST' ? delivery.request.body : undefined
    return {
      startedDateTime: new Date(startedAt).toISOString(),
      time: isLast ? duration : 0,
      request: {
        method,
        url,
        httpVersion: 'HTTP/1.1',
        cookies: [],
        headers: Object.entries(delivery.request.headers).map(([name, value]) => ({ name, value })),
        queryString: [...new URL(url).searchParams].map(([name, value]) => ({ name, value })),
        ...(sentBody !== undefined && { postData: { mimeType: 'application/json', text: sentBody } }),
        headersSize: -1,
        bodySize: sentBody === undefined ? 0 : bytesOf(sentBody),
      },
      response: {
        status,
        statusText: '',
        httpVersion: 'HTTP/1.1',
        cookies: [],
        headers: answered === undefined ? [] : [{ name: 'Content-Type', value: answered.type }],
        content: {
          size: answered === undefined ? 0 : bytesOf(answered.body),
          mimeType: answered?.type ?? '',
          text: answered?.body ?? '',
        },
        redirectURL: '',
        headersSize: -1,
        bodySize: answered === undefined ? -1 : bytesOf(answered.body),
        ...(isLast && result.kind !== 'answered' && { _error: errorOf(result) }),
      },
      cache: {},
      timings: { send: 0, wait: isLast ? duration : 0, receive: 0 },
      comment: commentOf(delivery, number),
    }
  })
}

function errorOf(result: Exclude<AttemptRecord['result'], { kind: 'answered' }>): string {
  if (result.kind === 'timeout') return 'timeout'
  return result.kind === 'exception' ? `${result.type}: ${result.text}` : result.reason
}

function commentOf({ id, bot, faults, outcome }: DeliveryRecord, attempt: number): string {
  const faultsText = faults.length > 0 ? `; faults: ${faults.join(', ')}` : ''
  return `Delivery ${id} to ${bot.full_name}, attempt ${attempt}: ${outcome}${faultsText}`
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length
}
