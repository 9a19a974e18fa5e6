import { type Bot, choices } from 'earshot'

/** What a bot does with the mention of `messages.ts`, and the body with which the receiver must answer. */
export const replies: readonly {
  readonly spec: readonly string[]
  readonly title: string
  readonly teach: (bot: Bot) => void
  /** Byte for byte. */
  readonly body: string
}[] = [
  {
    spec: ['6.1', '4.19'],
    title: 'a text',
    teach: (bot) => bot.onMention(() => 'Good morning, **Iago** 🥖'),
    body: '{"content":"Good morning, **Iago** 🥖"}',
  },
  {
    spec: ['6.1', '4.19'],
    title: 'a text with what JSON has to escape',
    teach: (bot) => bot.onMention((ctx) => ctx.reply('"quoted"\nand \\ on')),
    body: '{"content":"\\"quoted\\"\\nand \\\\ on"}',
  },
  {
    spec: ['6.1', '4.19'],
    title: 'a text with a widget, which travels as JSON text',
    teach: (bot) =>
      bot.onMention((ctx) => ctx.reply(choices({ heading: 'Supper?', options: [{ label: 'Soup', reply: 'soup' }] }))),
    body: '{"content":"Supper?\\n\\n* Soup: `soup`","widget_content":"{\\"widget_type\\":\\"zform\\",\\"extra_data\\":{\\"type\\":\\"choices\\",\\"heading\\":\\"Supper?\\",\\"choices\\":[{\\"type\\":\\"multiple_choice\\",\\"short_name\\":\\"1\\",\\"long_name\\":\\"Soup\\",\\"reply\\":\\"@**Echo** soup\\"}]}}"}',
  },
  {
    spec: ['6.1', '4.19'],
    title: 'nothing',
    teach: (bot) => bot.onMention(() => undefined),
    body: '{"response_not_required":true}',
  },
  {
    spec: ['6.1', '4.19'],
    title: 'nothing, for want of a handler',
    teach: () => undefined,
    body: '{"response_not_required":true}',
  },
]
