import type { Thread } from 'chat'
import type { ZulipAdapter } from '../../../src/chatSdk/index.js'
import type { PublicBot } from './stage.js'

interface Ticket {
  readonly number: number
  readonly notes: readonly string[]
  readonly owner?: string
}

/** A help desk: a mention opens a ticket, what follows in its thread is noted, `close` and a reaction end it. */
export function supportBot(): PublicBot {
  let opened = 0
  return {
    name: 'a support bot with subscriptions',
    declare(chat, zulip) {
      const own = (thread: Thread<unknown> | Thread) => thread as Thread<Ticket>
      chat.onNewMention(async (given, message) => {
        const thread = own(given)
        opened = Math.max(opened, (await chat.getState().get<number>('tickets')) ?? 0) + 1
        await chat.getState().set('tickets', opened)
        await thread.subscribe()
        await thread.setState({ number: opened, notes: [] })
        await thread.post(`Ticket ${opened} for ${thread.mentionUser(message.author.userId)}.`)
        await directlyTo(zulip, '9', `Ticket ${opened} is new: ${thread.id}`)
      })
      chat.onSubscribedMessage(async (given, message, context) => {
        const thread = own(given)
        const ticket = await thread.state
        if (ticket === null) return
        if (message.text.endsWith('close')) {
          await close(thread, ticket)
          return
        }
        const said = [...(context?.skipped ?? []), message].map(({ text }) => text.replace(/^@\S+ /, ''))
        const notes = [...ticket.notes, ...said]
        await thread.setState({ notes })
        await thread.post(`Noted (${notes.length}): ${said.join(' / ')}`)
      })
      chat.onReaction(['check'], async ({ thread: given, added }) => {
        const thread = own(given)
        const ticket = await thread.state
        if (added && ticket !== null) await close(thread, ticket)
      })
      const directlyTo = async (adapter: ZulipAdapter, userId: string, text: string) => {
        await chat.thread(await adapter.openDM(userId)).post(text)
      }
      const close = async (thread: Thread<Ticket>, { number, notes }: Ticket) => {
        await thread.post({ markdown: [`Ticket ${number} is closed.`, ...notes.map((note) => `- ${note}`)].join('\n') })
        await thread.setState({}, { replace: true })
        await thread.unsubscribe()
      }
    },
  }
}
