import { ApiError, Composer } from 'earshot'
import type { OrderBook } from './orderBook.js'

/** Commands that begin with `admin`, for administrators and for the bakers. */
export function adminCommands(book: OrderBook) {
  return new Composer({ prefix: 'admin', access: ['administrator', { group: 'bakers' }] })
    .command('clear', { description: 'Forget all orders' }, () => {
      book.clear()
      return 'All orders are forgotten.'
    })
    .command(
      'announce <where:topic> <text...>',
      { description: 'Say something in a topic', examples: ['admin announce #**kitchen>lunch** Fresh rye!'] },
      async ({ args, client, signal }) => {
        const { stream_id, topic } = await args.where.lookUp()
        await client.messages.send({ type: 'stream', to: stream_id, topic, content: args.text }, { signal })
        return 'Announced.'
      },
    )
    .catch((error) => (error instanceof ApiError ? `The server refused: ${error.msg}` : undefined))
}
