import { Composer, escapeMentions, UserError } from 'earshot'
import type { OrderBook } from './orderBook.js'

/** Commands for everybody; the patterns say what their arguments are, and `ctx.args` has them typed. */
export function orderCommands(book: OrderBook) {
  const orders = new Composer()

  orders.command(
    'order <count:integer> <bread:rye|wheat|spelt> [note...]',
    { description: 'Order bread', examples: ['order 2 rye', 'order 1 spelt sliced, please'], aliases: ['buy'] },
    ({ args }) => {
      if (args.count < 1 || args.count > 50) throw new UserError('Order between 1 and 50 loaves.')
      const total = book.order(args.bread, args.count)
      const note = args.note === undefined ? '' : ` Noted: ${escapeMentions(args.note)}`
      return `That makes ${total} × ${args.bread}.${note}`
    },
  )

  orders.command('orders', { description: 'Show what is ordered', cooldown: '10s' }, () => book.list())

  orders.command(
    'when is <time:date>',
    { description: 'Tell a time to everybody in their own time zone', examples: ['when is tomorrow at 9:00'] },
    ({ args }) => `<time:${args.time.toISOString()}>`,
  )

  return orders
}
