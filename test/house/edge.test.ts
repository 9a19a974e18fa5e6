import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { bundleForBrowser } from './bundle.js'
import { root } from './sources.js'

/** What every runtime of the web has; a room that needs anything else of its surroundings fails here. */
const webStandards = {
  AbortController,
  AbortSignal,
  atob,
  Blob,
  btoa,
  clearInterval,
  clearTimeout,
  crypto: globalThis.crypto,
  DOMException,
  Event,
  EventTarget,
  FormData,
  Headers,
  queueMicrotask,
  ReadableStream,
  Request,
  Response,
  setInterval,
  setTimeout,
  structuredClone,
  TextDecoder,
  TextEncoder,
  TransformStream,
  URL,
  URLSearchParams,
  WritableStream,
}

const rooms = [
  ['protocol', 'src/protocol/index.ts', 'endpoints'],
  ['text', 'src/text/index.ts', 'splitText'],
  ['transcript', 'src/transcript/parse.ts', 'parseTranscript'],
  ['linkify', 'src/linkify.ts', 'createLinkifier'],
  ['emoji', 'src/emoji.ts', 'emojiByCharacter'],
  ['sentences', 'src/sentences.ts', 'german'],
  ['client', 'src/client/index.ts', 'Client'],
  ['storage', 'src/storage/index.ts', 'memoryStorage'],
  ['bot', 'src/bot/index.ts', 'Bot'],
  ['receiver', 'src/receiver/index.ts', 'createReceiver'],
  ['queue', 'src/queue/index.ts', 'createQueue'],
  ['listener', 'src/listener/index.ts', 'createListener'],
  ['assistant', 'src/assistant/index.ts', 'assistant'],
  ['opentelemetry', 'src/opentelemetry/index.ts', 'tracing'],
  ['earshot', 'src/index.ts', 'Bot'],
] as const

describe.each(rooms)('%s without Node', (_, entry, name) => {
  it('imports nothing from Node', async () => {
    const { waysToNode } = await bundleForBrowser(entry)
    expect(waysToNode).toEqual([])
  })

  it('loads with only web standards', async () => {
    const { text } = await bundleForBrowser(entry)
    const surroundings = createContext({ ...webStandards })
    runInContext(text, surroundings)
    expect(runInContext(`typeof room.${name}`, surroundings)).toMatch(/^(function|object)$/)
  })
})

describe('a bot without Node', () => {
  // Most edge runtimes forbid `eval` and `new Function`, with which zod compiles schemas elsewhere.
  it.each([
    ['anything', true],
    ['no code from strings', false],
  ])('handles a delivery on a runtime that allows %s', async (_, strings) => {
    const { text } = await bundleForBrowser('test/house/edgeBot.ts')
    const surroundings = createContext({ ...webStandards, fetch: refuseToCall }, { codeGeneration: { strings } })
    runInContext(text, surroundings)
    const run = (notification: object) =>
      runInContext(`(${answerOnce.toString()})(room, ${JSON.stringify(notification)})`, surroundings)
    expect(await run(notification)).toEqual({ status: 200, body: { content: 'You said: hello, Ærø' } })
    expect(await run({ ...notification, message: 7 })).toMatchObject({ status: 400 })
  })
})

/** Runs in the bare surroundings, so it knows nothing of this file. */
async function answerOnce(
  earshot: typeof import('./edgeBot.js'),
  notification: { bot_email: string; token: string },
): Promise<{ status: number; body: unknown }> {
  const bot = new earshot.Bot()
  bot.onDirectMessage((context) => `You said: ${context.text}`)
  const receiver = earshot.createReceiver({
    bots: [
      {
        bot,
        credentials: { site: 'https://chat.example.com', email: notification.bot_email, apiKey: 'never used but long' },
        tokens: [notification.token],
      },
    ],
  })
  const response = await receiver.fetch(
    new Request('https://bots.example.com/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(notification),
    }),
  )
  return { status: response.status, body: await response.json() }
}

const refuseToCall = async () => {
  throw new Error('This bot has no reason to call the server.')
}

const notification = {
  bot_email: 'echo-bot@example.com',
  bot_full_name: 'Echo',
  data: 'hello, Ærø',
  trigger: 'direct_message',
  token: 'a token for this test',
  message: {
    id: 57,
    type: 'private',
    sender_id: 8,
    sender_email: 'iago@example.com',
    sender_full_name: 'Iago',
    sender_realm_str: 'bakery',
    avatar_url: null,
    client: 'website',
    content: 'hello, Ærø',
    content_type: 'text/x-markdown',
    rendered_content: '<p>hello, Ærø</p>',
    display_recipient: [
      { id: 8, email: 'iago@example.com', full_name: 'Iago', is_mirror_dummy: false },
      { id: 20, email: 'echo-bot@example.com', full_name: 'Echo', is_mirror_dummy: false },
    ],
    recipient_id: 31,
    subject: '',
    is_me_message: false,
    timestamp: 1763712000,
    reactions: [],
    submessages: [],
    topic_links: [],
  },
}

describe('the check for Node', () => {
  const files = (texts: Record<string, string>) => {
    const folder = mkdtempSync(join(tmpdir(), 'earshot-edge-'))
    for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text)
    return { folder, entry: join(folder, 'entry.ts') }
  }

  it.each(['node:fs', 'fs', 'fs/promises', 'node:sqlite'])('reports the import chain to %s', async (name) => {
    const { folder, entry } = files({
      'entry.ts': "export { b } from './between.js'\n",
      'between.ts': `import * as fs from '${name}'\nexport const b = fs\n`,
    })
    try {
      const { waysToNode } = await bundleForBrowser(relative(root, entry))
      expect(waysToNode).toEqual([expect.stringMatching(new RegExp(`entry\\.ts → .*between\\.ts → ${name}$`))])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('detects a Node-only global', async () => {
    const { folder, entry } = files({ 'entry.ts': "export const b = Buffer.from('a')\n" })
    try {
      const { text } = await bundleForBrowser(relative(root, entry))
      expect(() => runInContext(text, createContext({ ...webStandards }))).toThrow('Buffer is not defined')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
