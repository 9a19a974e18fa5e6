import { type ModelMessage, simulateReadableStream, stepCountIs, streamText, tool } from 'ai'
import { MockLanguageModelV3 } from 'ai/test'
import { Actions, Button, Card, CardText, type Thread } from 'chat'
import { toAiMessages } from 'chat/ai'
import { z } from 'zod'
import type { PublicBot } from './stage.js'

/** What is open in a thread while a person decides. */
interface AgentState {
  readonly pending?: { readonly messages: ModelMessage[]; readonly approvalId: string; readonly toolCallId: string }
}

/** An agent of the AI SDK, as its guides write one: it streams, calls tools, and asks before it spends money. */
export function agentBot(): PublicBot & { readonly refunded: string[]; readonly prompts: string[] } {
  const refunded: string[] = []
  const prompts: string[] = []
  const order = z.object({ order: z.string() })
  const tools = {
    lookUp: tool({ inputSchema: order, execute: async ({ order }) => ({ order, status: 'baking' }) }),
    refund: tool({
      inputSchema: order,
      needsApproval: true,
      execute: async ({ order }) => {
        refunded.push(order)
        return { order, status: 'refunded' }
      },
    }),
  }
  const model = new MockLanguageModelV3({
    doStream: async ({ prompt }) => {
      prompts.push(JSON.stringify(prompt))
      return {
        stream: simulateReadableStream({ chunks: answerTo(prompt), initialDelayInMs: null, chunkDelayInMs: null }),
      }
    },
  })

  async function answer(thread: Thread<AgentState>, messages: ModelMessage[]) {
    await thread.startTyping()
    const result = streamText({ model, tools, messages, stopWhen: stepCountIs(5), abortSignal: thread.signal })
    await thread.post(result.fullStream)
    const asked = (await result.content).find((part) => part.type === 'tool-approval-request')
    if (asked === undefined) return
    const { approvalId, toolCall } = asked
    const pending = {
      messages: [...messages, ...(await result.response).messages],
      approvalId,
      toolCallId: toolCall.toolCallId,
    }
    await thread.setState({ pending })
    await thread.post(
      Card({
        title: `Run ${toolCall.toolName}?`,
        children: [
          CardText(`With \`${JSON.stringify(toolCall.input)}\`.`),
          Actions([
            Button({ id: 'approve', label: 'Approve', style: 'primary' }),
            Button({ id: 'deny', label: 'Deny', style: 'danger' }),
          ]),
        ],
      }),
    )
  }

  async function reply(thread: Thread<AgentState>) {
    const { messages } = await thread.adapter.fetchMessages(thread.id, { limit: 20 })
    await answer(thread, (await toAiMessages(messages)) as ModelMessage[])
  }

  return {
    name: 'an agent with tools and approvals',
    refunded,
    prompts,
    declare(chat) {
      chat.onNewMention(async (thread) => {
        await thread.subscribe()
        await reply(thread as Thread<AgentState>)
      })
      chat.onDirectMessage(async (thread) => reply(thread as Thread<AgentState>))
      chat.onSubscribedMessage(async (thread) => reply(thread as Thread<AgentState>))
      chat.onAction(['approve', 'deny'], async ({ actionId, thread: where, adapter, messageId, user }) => {
        if (where === null) return
        const thread = where as Thread<AgentState>
        const { pending } = (await thread.state) ?? {}
        if (pending === undefined) return
        await thread.setState({ pending: undefined })
        const approved = actionId === 'approve'
        await adapter.editMessage(thread.id, messageId, `${approved ? 'Approved' : 'Denied'} by ${user.fullName}.`)
        const { messages, approvalId } = pending
        const decision = { type: 'tool-approval-response' as const, approvalId, approved }
        await answer(thread, [...messages, { role: 'tool', content: [decision] }])
      })
    },
  }
}

type Prompt = Parameters<MockLanguageModelV3['doStream']>[0]['prompt']
type Chunk =
  Awaited<ReturnType<MockLanguageModelV3['doStream']>>['stream'] extends ReadableStream<infer Part> ? Part : never

/** A model that does what it is told: it calls the tool that is named, and tells what the tool answered. */
function answerTo(prompt: Prompt): Chunk[] {
  const last = prompt.at(-1)
  if (last?.role === 'tool') {
    const [result] = last.content
    const output = result?.type === 'tool-result' ? result.output : undefined
    if (output?.type === 'json')
      return says('Order ', `**${fieldOf(output.value, 'order')}** is `, `${fieldOf(output.value, 'status')}.`)
    return says('All right, I leave it.')
  }
  const text = last?.role === 'user' ? last.content.map((part) => (part.type === 'text' ? part.text : '')).join('') : ''
  const [, toolName = '', order = ''] = /(lookUp|refund) (\d+)/.exec(text) ?? []
  if (toolName !== '') return calls(toolName, JSON.stringify({ order }))
  if (/menu/.test(text))
    return says(
      'The menu, for @**all**:\n\n1. Rye\n\n   ```sh\n   ba',
      'ke rye\n   ```\n\n2. {{emoji:',
      'star}} Spelt\n',
    )
  const turns = prompt.filter(({ role }) => role === 'user' || role === 'assistant').length
  return says(`That is turn ${turns}.`)
}

const fieldOf = (value: unknown, name: string) => String((value as Readonly<Record<string, unknown>>)[name])

const says = (...deltas: string[]): Chunk[] => [
  { type: 'stream-start', warnings: [] },
  { type: 'text-start', id: 't' },
  ...deltas.map((delta) => ({ type: 'text-delta' as const, id: 't', delta })),
  { type: 'text-end', id: 't' },
  ended('stop'),
]

const calls = (toolName: string, input: string): Chunk[] => [
  { type: 'stream-start', warnings: [] },
  { type: 'tool-call', toolCallId: `call-${toolName}`, toolName, input },
  ended('tool-calls'),
]

const ended = (unified: 'stop' | 'tool-calls'): Chunk => ({
  type: 'finish',
  finishReason: { unified, raw: undefined },
  usage: {
    inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: 1, text: 1, reasoning: undefined },
  },
})
