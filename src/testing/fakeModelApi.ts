import { checkOptions, type OptionNames } from '../text/index.js'

/** The answer of a fake model to one request. */
export type FakeModelAnswer =
  /** A text, streamed word by word, and tool calls. */
  | string
  | {
      readonly text?: string
      readonly calls?: readonly { readonly name: string; readonly args: Readonly<Record<string, unknown>> }[]
      /** Milliseconds before each word. (default: 0) */
      readonly apart?: number
      /** Breaks the connection after this many words. */
      readonly cutOffAfter?: number
    }
  /** A refusal, such as 429 with the seconds to wait. */
  | { readonly status: number; readonly message?: string; readonly retryAfter?: number }
  /** Anything but an event stream of JSON. */
  | { readonly garbage: string; readonly contentType?: string }

export interface FakeModelApiOptions {
  /** One for each request; the last one is repeated for all further requests. */
  readonly answers: readonly FakeModelAnswer[]
  /** Waits for the given milliseconds. (default: doesn't wait) */
  readonly wait?: (milliseconds: number) => Promise<void>
}

/** A request to the fake. */
interface FakeModelRequest {
  readonly model: string
  readonly messages: readonly { readonly role: string; readonly content: string | null }[]
  readonly tools?: readonly { readonly function: { readonly name: string } }[]
}

/**
 * Creates a fake of an OpenAI-compatible HTTP API, to test an assistant without a model.
 *
 * @throws {UnknownOptionError} for an unknown option. @throws {TypeError} from `fetch` for a request that such an API wouldn't take.
 * @example
 * const api = fakeModelApi({ answers: ['Soup, as ever.'] })
 * const handler = assistant({ model: openAiModel({ url: 'https://model.example/v1', model: 'fake', fetch: api.fetch }) })
 */
export function fakeModelApi(options: FakeModelApiOptions) {
  checkOptions('fakeModelApi', options, {
    answers: true,
    wait: true,
  } satisfies OptionNames<FakeModelApiOptions>)
  const { answers, wait = async () => {} } = options
  const requests: FakeModelRequest[] = []
  const answerTo = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    if (request.method !== 'POST' || !request.url.endsWith('/chat/completions')) {
      throw new TypeError(`A model API has no ${request.method} ${request.url}; post to …/chat/completions.`)
    }
    requests.push((await request.json()) as FakeModelRequest)
    const answer = answers[Math.min(requests.length, answers.length) - 1] ?? ''
    if (typeof answer === 'object' && 'status' in answer) return refused(answer)
    if (typeof answer === 'object' && 'garbage' in answer) {
      return new Response(answer.garbage, { headers: { 'content-type': answer.contentType ?? 'text/event-stream' } })
    }
    return streamed(typeof answer === 'string' ? { text: answer } : answer, wait, request.signal)
  }
  return {
    /** Stands in for the platform's `fetch`. */
    fetch: answerTo satisfies typeof fetch,
    /** The requests so far, oldest first. */
    requests: requests as readonly FakeModelRequest[],
  }
}

function refused({ status, message = 'Too many requests', retryAfter }: Extract<FakeModelAnswer, { status: number }>) {
  const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
  return Response.json({ error: { message } }, { status, headers })
}

function streamed(
  { text = '', calls = [], apart = 0, cutOffAfter }: Exclude<Extract<FakeModelAnswer, { apart?: number }>, string>,
  wait: (milliseconds: number) => Promise<void>,
  signal: AbortSignal,
): Response {
  const words = text.match(/\s*\S+\s*$|\s*\S+/g) ?? []
  const encoder = new TextEncoder()
  const event = (data: unknown) => encoder.encode(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`)
  const delta = (content: object, finish_reason: string | null = null) =>
    event({ object: 'chat.completion.chunk', choices: [{ index: 0, delta: content, finish_reason }] })
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield delta({ role: 'assistant', content: '' })
    for (const [at, word] of words.entries()) {
      if (at === cutOffAfter) throw new TypeError('terminated')
      if (apart > 0) await wait(apart)
      yield delta({ content: word })
    }
    for (const [index, { name, args }] of calls.entries()) {
      const json = JSON.stringify(args)
      yield delta({ tool_calls: [{ index, id: `call_${index}`, type: 'function', function: { name, arguments: '' } }] })
      for (const half of [json.slice(0, 5), json.slice(5)]) {
        yield delta({ tool_calls: [{ index, function: { arguments: half } }] })
      }
    }
    yield delta({}, calls.length > 0 ? 'tool_calls' : 'stop')
    yield event('[DONE]')
  }
  const iterator = chunks()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      signal.throwIfAborted()
      const { done, value } = await iterator.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } })
}
