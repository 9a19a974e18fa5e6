import { Bot, logging, typing } from 'earshot'
import { adminCommands } from './admin.js'
import { OrderBook } from './orderBook.js'
import { orderCommands } from './orders.js'
import { peopleCommands } from './people.js'

/** A bot for a bakery: each call makes a new one with an empty order book, so that no test sees another's orders. */
export function createBot() {
  const book = new OrderBook()
  return new Bot()
    .use(logging())
    .use(typing())
    .use(orderCommands(book))
    .use(peopleCommands())
    .use(adminCommands(book))
    .on('direct', () => 'Say `help` to see what I can do.')
}

/** The one that is served. */
export const bot = createBot()
