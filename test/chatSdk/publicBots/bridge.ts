import { createMockAdapter, createTestMessage } from '@chat-adapter/tests'
import type { Adapter, AdapterPostableMessage, Attachment, Chat } from 'chat'
import type { PublicBot } from './stage.js'

/** What the other side shows, by the ID of its message. */
export interface OtherSide {
  readonly shown: Map<string, { text: string; files: string[] }>
  /** Somebody writes there. */
  write(text: string, attachments?: readonly Attachment[]): Promise<void>
}

const otherThread = 'other:C1:T1'

/** A bridge between a topic and a thread of another platform: text, files, edits and deletions go across, both ways. */
export function bridgeBot(): PublicBot & { readonly other: OtherSide } {
  const shown: OtherSide['shown'] = new Map()
  let chat: Chat | undefined
  let zulipThread: string | undefined
  let written = 0
  const show = (id: string, message: AdapterPostableMessage) => {
    const { markdown = '', files = [] } = message as {
      readonly markdown?: string
      readonly files?: { filename: string }[]
    }
    shown.set(id, { text: markdown, files: files.map(({ filename }) => filename) })
    return { id, threadId: otherThread, raw: {} }
  }
  const other: Adapter = createMockAdapter('other', {
    postMessage: async (_thread, message) => {
      written += 1
      return show(`other-${written}`, message)
    },
    editMessage: async (_thread, id, message) => show(id, message),
    deleteMessage: async (_thread, id) => void shown.delete(id),
  })

  return {
    name: 'a bridge with files',
    other: {
      shown,
      async write(text, attachments = []) {
        written += 1
        const message = createTestMessage(`other-${written}`, text, {
          threadId: otherThread,
          attachments: [...attachments],
        })
        await chat?.processMessage(other, otherThread, message)
      },
    },
    adapters: { other },
    declare(given) {
      chat = given
      const state = given.getState()
      given.onNewMention(async (thread) => {
        await thread.subscribe()
        await given.thread(otherThread).subscribe()
        zulipThread = thread.id
        await thread.post('Bridged.')
      })
      given.onSubscribedMessage(async (thread, message) => {
        if (thread.adapter.name === 'other') {
          if (zulipThread === undefined) return
          const files = await Promise.all(message.attachments.map(fileOf))
          await given.thread(zulipThread).post({ markdown: `**${message.author.fullName}:** ${message.text}`, files })
          return
        }
        const files = await Promise.all(message.attachments.map(fileOf))
        const sent = await given
          .thread(otherThread)
          .post({ markdown: `${message.author.fullName}: ${message.text}`, files })
        await state.set(`bridge:${message.id}`, sent.id)
      })
      given.onMessageUpdated(async (_thread, message) => {
        const id = await state.get<string>(`bridge:${message.id}`)
        if (id) await other.editMessage(otherThread, id, { markdown: `${message.author.fullName}: ${message.text}` })
      })
      given.onMessageDeleted(async ({ messageId }) => {
        const id = await state.get<string>(`bridge:${messageId}`)
        if (id) await other.deleteMessage(otherThread, id)
      })
    },
  }
}

async function fileOf({ name = 'file', mimeType, fetchData, data }: Attachment) {
  const content = data ?? (await fetchData?.())
  if (content === undefined) throw new Error(`The attachment ${name} can't be read.`)
  return { filename: name, data: content, ...(mimeType !== undefined && { mimeType }) }
}
