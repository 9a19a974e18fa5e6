import { Bot, logging } from 'earshot'
import { aboutCommand } from './aboutCommand.js'

const prices = { rye: 420, wheat: 310, spelt: 450 }

/** Knows what bread costs. */
export function createBreadBot() {
  return new Bot({ name: 'bread' })
    .use(logging())
    .use(aboutCommand('I know what bread costs.'))
    .command(
      'price of <bread:rye|wheat|spelt>',
      { description: 'Say what a loaf costs', examples: ['price of rye'] },
      ({ args }) => `A loaf of ${args.bread} is ${euros(prices[args.bread])}.`,
    )
    .command(
      'price of <count:integer> <bread:rye|wheat|spelt>',
      { description: 'Say what several loaves cost' },
      ({ args }) => `${args.count} × ${args.bread} make ${euros(args.count * prices[args.bread])}.`,
    )
    .on('direct', () => 'Ask me for the `price of` something.')
}

function euros(cents: number): string {
  return `€ ${(cents / 100).toFixed(2)}`
}
