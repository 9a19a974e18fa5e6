import { UserError } from '../bot/index.js'
import { checkOptions, type OptionNames } from '../text/index.js'
import { errorMessage, isObject, parseJson, shortened } from '../values.js'
import { ModelError } from './errors.js'
import type { Model, ModelFile, ModelMessage, ModelPiece, ModelRequest, ModelTool, ToolCall } from './model.js'
import { serverSentData } from './serverSentData.js'

export interface OpenAiOptions {
  /** The API's address, with its version: `https://api.example.com/v1`. */
  readonly url: string
  /** The model's name. */
  readonly model: string
  /** The API key, if the API needs one. It never appears in an error. */
  readonly key?: string
  /** Sends the requests. (default: the platform's own) */
  readonly fetch?: typeof fetch
  /** Maximum number of times that a request is sent if the API answers 429. (default: 3) */
  readonly attempts?: number
}

const openAiOptions: OptionNames<OpenAiOptions> = { url: true, model: true, key: true, fetch: true, attempts: true }

/**
 * A model behind an HTTP API that is compatible with OpenAI's: `POST …/chat/completions`, streamed.
 *
 * @throws {UnknownOptionError} for an unknown option.
 * @throws {ModelError} while it answers, if the API can't be reached, refuses, or sends something unreadable.
 * @throws {UserError} `rate_limited` while it answers, if the API still answers 429 after the last attempt.
 * @example const model = openAiModel({ url: 'https://api.example.com/v1', model: 'small', key })
 */
export function openAiModel(options: OpenAiOptions): Model {
  checkOptions('openAiModel', options, openAiOptions)
  return (request) => answer(request, options)
}

async function* answer(request: ModelRequest, options: OpenAiOptions): AsyncGenerator<ModelPiece> {
  const response = await asked(request, options)
  const calls: GrowingCall[] = []
  let isComplete = false
  for await (const data of eventsOf(response)) {
    if (data === '[DONE]') isComplete = true
    const { choices, error } = data === '[DONE]' ? {} : chunkOf(data)
    if (error !== undefined) throw new ModelError('refused', `The model stopped: ${problemOf(error)}.`)
    const [choice] = Array.isArray(choices) ? choices : []
    if (!isObject(choice)) continue
    const { delta, finish_reason } = choice
    if (isObject(delta)) {
      if (typeof delta.content === 'string' && delta.content !== '') yield delta.content
      for (const part of Array.isArray(delta.tool_calls) ? delta.tool_calls : []) grow(calls, part)
    }
    if (typeof finish_reason === 'string') isComplete = true
  }
  if (!isComplete) throw new ModelError('cut_off', 'The answer of the model was cut off. Try again.')
  yield* calls.filter((call) => call !== undefined).map(callOf)
}

/** @throws {ModelError} or {UserError} */
async function asked(request: ModelRequest, options: OpenAiOptions): Promise<Response> {
  const { url, key, fetch: send = fetch, attempts = 3 } = options
  const address = `${url.replace(/\/+$/, '')}/chat/completions`
  for (let attempt = 1; ; attempt += 1) {
    const response = await send(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(bodyOf(request, options)),
      signal: request.signal,
    }).catch((error: unknown) => {
      if (request.signal.aborted) throw request.signal.reason
      throw new ModelError('unreachable', `The model can't be reached at ${address}: ${errorMessage(error)}.`, {
        cause: error,
      })
    })
    if (response.ok) return response
    const text = await response.text().catch(() => '')
    if (response.status !== 429) throw refusal(response.status, text, key)
    if (attempt >= attempts) {
      throw new UserError(request.sentences.askedTooMuch, { code: 'rate_limited' })
    }
    const seconds = Number(response.headers.get('retry-after') ?? '')
    await request.sleep(Math.min(longestWait, Math.max(1_000, 1_000 * seconds || 0)))
  }
}

/** Milliseconds. */
const longestWait = 60_000

function bodyOf({ instructions, messages, tools }: ModelRequest, { model }: OpenAiOptions): object {
  const system = instructions === undefined ? [] : [{ role: 'system', content: instructions }]
  return {
    model,
    stream: true,
    messages: [...system, ...messages.map(messageOf)],
    ...(tools.length > 0 && { tools: tools.map(functionOf) }),
  }
}

function messageOf(message: ModelMessage): object {
  if (message.role === 'user') {
    const { name, content, files = [] } = message
    const text = `${name}: ${content}`
    return { role: 'user', content: files.length === 0 ? text : [{ type: 'text', text }, ...files.map(partOf)] }
  }
  if (message.role === 'tool') return { role: 'tool', tool_call_id: message.call, content: message.content }
  const { role, content, calls } = message
  if (calls === undefined) return { role, content }
  return {
    role,
    content: content === '' ? null : content,
    tool_calls: calls.map(({ id, name, args }) => ({
      id,
      type: 'function',
      function: { name, arguments: JSON.stringify(args) },
    })),
  }
}

/** A file as a part of a message. */
function partOf({ name, type, bytes }: ModelFile): object {
  if (!type.startsWith('image/')) return { type: 'text', text: `${name}:\n${new TextDecoder().decode(bytes)}` }
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return { type: 'image_url', image_url: { url: `data:${type};base64,${btoa(binary)}` } }
}

function functionOf({ name, description, parameters }: ModelTool): object {
  const names = Object.keys(parameters)
  const properties = Object.fromEntries(names.map((parameter) => [parameter, { type: 'string' }]))
  const required = names.filter((parameter) => parameters[parameter] === 'required')
  return { type: 'function', function: { name, description, parameters: { type: 'object', properties, required } } }
}

/** @throws {ModelError} if the body isn't an event stream, or breaks off. */
async function* eventsOf(response: Response): AsyncGenerator<string> {
  const type = response.headers.get('content-type') ?? ''
  if (!type.includes('text/event-stream') || response.body === null) {
    const text = await response.text().catch(() => '')
    const found = `${type || 'no content type'}: ${shortened(text.trim(), 200)}`
    throw new ModelError('unreadable', `The model sent ${found} instead of an event stream. Check \`url\`.`)
  }
  try {
    yield* serverSentData(response.body)
  } catch (error) {
    if (error instanceof ModelError || Object(error).name === 'AbortError') throw error
    throw new ModelError('cut_off', `The answer of the model was cut off: ${errorMessage(error)}.`, { cause: error })
  }
}

function chunkOf(data: string): { readonly choices?: unknown; readonly error?: unknown } {
  const chunk = parseJson(data)
  if (isObject(chunk)) return chunk
  throw new ModelError('unreadable', `The model sent something other than a JSON object: ${shortened(data, 200)}`)
}

interface GrowingCall {
  id: string
  name: string
  json: string
}

/** Adds a part of a call. The part has the call's index. */
function grow(calls: GrowingCall[], part: unknown): void {
  if (!isObject(part) || !Number.isSafeInteger(part.index) || Number(part.index) < 0 || Number(part.index) > 100) return
  const { index, id, function: named } = part
  calls[Number(index)] ??= { id: `call ${index}`, name: '', json: '' }
  const call = calls[Number(index)]
  if (call === undefined) return
  if (typeof id === 'string') call.id = id
  if (!isObject(named)) return
  if (typeof named.name === 'string') call.name += named.name
  if (typeof named.arguments === 'string') call.json += named.arguments
}

function callOf({ id, name, json }: GrowingCall): ToolCall {
  const args = parseJson(json === '' ? '{}' : json)
  if (isObject(args)) return { id, name, args }
  throw new ModelError(
    'unreadable',
    `The model called ${name} with arguments that aren't a JSON object: ${shortened(json, 200)}`,
  )
}

function refusal(status: number, text: string, key: string | undefined): ModelError {
  const body = parseJson(text)
  const problem = isObject(body) ? problemOf(body.error ?? body) : text.trim()
  const shown = shortened(key === undefined ? problem : problem.replaceAll(key, '…'), 300)
  return new ModelError('refused', `The model refused (HTTP ${status}): ${shown || 'no reason given'}.`)
}

function problemOf(error: unknown): string {
  if (isObject(error) && typeof error.message === 'string') return error.message
  return typeof error === 'string' ? error : JSON.stringify(error)
}
