import {
  allOf,
  BotSetupError,
  type Context,
  type ConvertsText,
  followTime,
  followUp,
  type HistoryMessage,
  type HistoryOptions,
  history,
  messageKey,
  NotApproved,
  sentencesOf,
  stream,
  UserError,
} from '../bot/index.js'
import { asCode, checkOptions, type Duration, escapeMentions, type OptionNames } from '../text/index.js'
import { isObject, parseJson } from '../values.js'
import { ModelError } from './errors.js'
import { readFiles } from './files.js'
import type { Model, ModelFile, ModelMessage, ModelPiece, ToolCall } from './model.js'
import { missingIn, type Tool } from './tool.js'

export interface AssistantOptions {
  /** The model that answers, such as `openAiModel(…)`. */
  readonly model: Model
  /** The system prompt. */
  readonly instructions?: string
  /** Commands that the model may call. */
  readonly tools?: readonly Tool[]
  /** How much of the conversation the model gets. */
  readonly history?: Pick<HistoryOptions, 'limit' | 'characters'>
  /**
   * How long it answers in a topic without being mentioned again, after the last message there: `'30m'`. Needs
   * `bot.onFollowUp(handler)` too, and an event queue. (default: it doesn't)
   */
  readonly follow?: Duration
  /**
   * Whether the model gets the images and text files of these messages: the newest five, each of at most 5,000,000 bytes.
   * (default: false)
   */
  readonly files?: boolean
  /** Characters after which an answer is cut off. (default: 50,000) */
  readonly maxLength?: number
  /** Maximum number of rounds of tool calls; if the model then calls another tool, the handler fails. (default: 5) */
  readonly maxRounds?: number
  /** Converts an answer for the server, such as `fromCommonMark` of `earshot/chat-sdk`. (default: it is sent as it is) */
  readonly convert?: ConvertsText
}

const assistantOptions: OptionNames<AssistantOptions> = {
  model: true,
  instructions: true,
  tools: true,
  history: true,
  follow: true,
  files: true,
  maxLength: true,
  maxRounds: true,
  convert: true,
}

/**
 * A handler that answers with a model. The model gets the conversation so far, and its answer is streamed into a message.
 * Mentions in it are escaped. Tools with `approve` run only after somebody approves the call. To a follow-up the model may
 * answer nothing: people in a topic also talk to each other.
 *
 * @throws {UnknownOptionError} for an unknown option. @throws {BotSetupError} `invalid_duration`.
 * @example
 * const handler = assistant({ model: openAiModel({ url, model: 'small', key }), follow: '30m' })
 * bot.onMention(handler).onDirectMessage(handler).onFollowUp(handler)
 */
export function assistant(options: AssistantOptions): (ctx: Context) => Promise<void> {
  checkOptions('assistant', options, assistantOptions)
  const { tools = [], maxRounds = 5, follow } = options
  if (follow !== undefined) followTime('assistant', { for: follow }, BotSetupError)
  return async (ctx) => {
    if (follow !== undefined && ctx.calledBy === 'name') await ctx.follow({ for: follow })
    const read = await history(ctx, options.history)
    const files = options.files === true ? await readFiles(ctx, read) : undefined
    const messages: ModelMessage[] = read.map((message) => messageOf(message, files?.get(message)))
    for (let round = 1; round <= maxRounds + 1; round += 1) {
      const { text, calls } = await answered(ctx, round, messages, options)
      if (calls.length === 0) return
      if (round > maxRounds) break
      messages.push({ role: 'assistant', content: text, calls })
      for (const [at, call] of calls.entries()) {
        const content = await resultOf(ctx, call, tools, `tool ${round}.${at + 1}`)
        messages.push({ role: 'tool', call: call.id, content })
      }
    }
    throw new ModelError(
      'too_many_calls',
      `The model called tools ${maxRounds} times and didn't answer. Check whether their results help it, or raise maxRounds.`,
    )
  }
}

/** One answer of the model. If the handler runs again, it reuses text that is already written. */
async function answered(
  ctx: Context,
  round: number,
  messages: readonly ModelMessage[],
  { model, instructions, tools = [], maxLength, convert }: AssistantOptions,
): Promise<{ readonly text: string; readonly calls: readonly ToolCall[] }> {
  const kept = await keptCalls(ctx, round)
  let calls: readonly ToolCall[] = kept?.calls ?? []
  const request = {
    instructions,
    messages,
    tools,
    sentences: sentencesOf(ctx),
    signal: ctx.signal,
    sleep: async (milliseconds: number) => ctx.sleep(milliseconds),
  }
  async function* pieces(): AsyncGenerator<string> {
    // It called tools without writing any text.
    if (kept?.isSilent === true) return
    const asked: ToolCall[] = []
    let isSilent = true
    for await (const piece of allOf(await model(request)) as AsyncIterable<ModelPiece>) {
      if (isCall(piece)) asked.push(piece)
      else {
        isSilent &&= String(piece).trim() === ''
        // `stream` rejects a piece that isn't text.
        yield piece
      }
    }
    calls = asked
    if (asked.length > 0) await keepCalls(ctx, round, { calls: asked, isSilent })
  }
  try {
    const options = { convert: silent(convert), ...(maxLength !== undefined && { maxLength }) }
    const { text, end } = await stream(ctx, pieces, options)
    return { text, calls: end === 'complete' ? calls : [] }
  } catch (error) {
    const isSilent = Object(error).code === 'empty_message'
    if (isSilent && (calls.length > 0 || ctx.trigger === followUp)) return { text: '', calls }
    throw error
  }
}

/** Mentions by the model notify nobody. */
function silent(convert?: ConvertsText): ConvertsText {
  return () => {
    const form = convert?.()
    return {
      soFar: (text) => escapeMentions(form?.soFar(text) ?? text),
      whole: (text) => escapeMentions(form?.whole(text) ?? text),
    }
  }
}

function messageOf({ role, name, text }: HistoryMessage, files: readonly ModelFile[] | undefined): ModelMessage {
  if (role === 'bot') return { role: 'assistant', content: text }
  return { role: 'user', name, content: text, ...(files && { files }) }
}

const isCall = (piece: ModelPiece): piece is ToolCall => isObject(piece) && typeof piece.name === 'string'

/** The result of a tool call, as text for the model. */
async function resultOf(ctx: Context, call: ToolCall, tools: readonly Tool[], name: string): Promise<string> {
  const found = tools.find((tool) => tool.name === call.name)
  if (found === undefined) return `There is no tool ${call.name}.`
  const missing = missingIn(call, found)
  if (missing !== undefined) return `The argument ${missing} is missing.`
  try {
    if (found.approve === undefined) return await found.run(ctx, call)
    await ctx.approve(sentencesOf(ctx).mayIDoThis(written(call)), { name, ...found.approve })
    return await ctx.once(`${name} ${call.name}`, () => found.run(ctx, call))
  } catch (error) {
    if (error instanceof NotApproved || error instanceof UserError) return `It was not done: ${error.message}`
    throw error
  }
}

const written = ({ name, args }: ToolCall) => asCode(`${name} ${JSON.stringify(args)}`)

interface KeptCalls {
  readonly calls: readonly ToolCall[]
  readonly isSilent: boolean
}

const keyOf = ({ bot, message }: Context, round: number) =>
  `assistant/${encodeURIComponent(bot.email.toLowerCase())}/${messageKey(message)}/${round}`

async function keptCalls(ctx: Context, round: number): Promise<KeptCalls | undefined> {
  const entry = await ctx.storage.get(keyOf(ctx, round))
  return entry && (parseJson(entry.value) as KeptCalls)
}

async function keepCalls(ctx: Context, round: number, calls: KeptCalls): Promise<void> {
  await ctx.storage.set(keyOf(ctx, round), JSON.stringify(calls), { expiresIn: keptFor })
}

/** Milliseconds; longer than most approvals take. */
const keptFor = 30 * 86_400_000
