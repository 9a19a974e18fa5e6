/** What is said in the conversation that `npm start` plays, in order. Names and places are the bakery's. */

export interface Line {
  /** Name of the person who says it. */
  readonly who: string
  readonly where: { readonly channel: string; readonly topic: string } | { readonly bot: string }
  readonly text: string
}

const greetings = { channel: 'general', topic: 'greetings' }
const oven = { channel: 'kitchen', topic: 'oven #12' }

export const scene: readonly Line[] = [
  { who: 'Hamlet', where: greetings, text: '@**Echo** good morning, bakers' },
  { who: 'Cordelia', where: greetings, text: 'Would you tell `@**Echo**` to say it louder?' },
  { who: 'Hamlet', where: greetings, text: '@**Whois** whois iago@example.com' },
  { who: 'Hamlet', where: greetings, text: '@**Whois** is 12 in bakers' },
  { who: 'Iago', where: { bot: 'Whois' }, text: 'whoos hamlet@example.com' },
  { who: 'Iago', where: { bot: 'Echo' }, text: 'Only between us: the rye is late.' },
  { who: 'Iago', where: oven, text: '@**Topics** mute' },
  { who: 'Othello', where: oven, text: '@**Topics** delete topic lunch' },
  { who: 'Iago', where: oven, text: '@**Topics** delete topic lunch' },
  { who: 'Iago', where: oven, text: '@**Topics** confirm delete lunch' },
]
