import type { Client } from '../../client/index.js'
import { type Choice, codePoints, limits, type WidgetContent } from '../../protocol/index.js'
import { asCode, escapeMentions } from '../../text/index.js'
import { HandlerError } from '../base/errors.js'
import { described } from '../base/log.js'

/**
 * A message with buttons, a poll or a list of tasks, created by `choices`, `poll` and `todo`. A handler can return it,
 * or pass it to `ctx.reply` and `ctx.send`, like a string.
 */
export class Widget {
  /** The message's text; clients that can't draw the widget show it. */
  readonly text: string
  readonly #buttons: Buttons | undefined

  /** @internal */
  constructor(text: string, buttons?: Buttons) {
    this.text = text
    this.#buttons = buttons
  }

  /**
   * The parameter `widget_content`; undefined if the server creates the widget from the text, or the name can't be looked up. In
   * a channel, a button's reply begins with a mention of the bot.
   *
   * @param client Acts as the bot. @param botName The bot's name, which older servers don't send with a message. (default: asks)
   */
  async drawn(isDirect: boolean, client: Client, botName: string | undefined): Promise<string | undefined> {
    if (this.#buttons === undefined) return undefined
    const name = isDirect ? '' : (botName ?? (await nameOf(client)))
    if (name === undefined) return undefined
    const mention = isDirect ? '' : `@**${name}** `
    const { heading, choices } = this.#buttons
    const drawn = choices.map(
      ({ label, reply }, at): Choice => ({
        type: 'multiple_choice',
        short_name: String(at + 1),
        long_name: label,
        reply: mention + reply,
      }),
    )
    const widget: WidgetContent = { widget_type: 'zform', extra_data: { type: 'choices', heading, choices: drawn } }
    return JSON.stringify(widget)
  }
}

const nameOf = (client: Client): Promise<string | undefined> =>
  client.users.me({}, { timeout: 5_000 }).then(
    ({ full_name }) => full_name,
    () => undefined,
  )

interface Buttons {
  readonly heading: string
  readonly choices: readonly Button[]
}

export interface Button {
  readonly label: string
  readonly reply: string
}

/** A button: its label, and the reply that a press sends to the bot (default: the label). */
export type ChoiceOption = string | { readonly label: string; readonly reply: string }

/**
 * Creates buttons. A press sends the button's reply to the bot as a message of the user who pressed it, which the bot
 * handles like any other.
 *
 * @throws {HandlerError} `invalid_widget` for a heading or options that the server would reject, or a mention in an
 * option.
 * @example
 * bot.command('menu', () => choices({ heading: 'What shall it be?', options: ['soup', { label: 'Bread', reply: 'order bread' }] }))
 */
export function choices(widget: { readonly heading: string; readonly options: readonly ChoiceOption[] }): Widget {
  const { heading, options } = fieldsOf('choices', widget, ['heading', 'options'])
  const title = lineOf('The heading of choices', heading)
  const buttons = listOf('choices', 'options', options, 1).map((option) => {
    if (typeof option === 'string') return { label: optionOf('An option of choices', option), reply: option.trim() }
    const { label, reply } = fieldsOf('An option of choices', option, ['label', 'reply'])
    return { label: optionOf('The label of an option', label), reply: optionOf('The reply of an option', reply) }
  })
  const listed = buttons.map(({ label, reply }) => (label === reply ? `* ${label}` : `* ${label}: ${asCode(reply)}`))
  return fitting('Choices', [title, '', ...listed].join('\n'), { heading: title, choices: buttons })
}

/**
 * Creates a poll. Everybody can vote and add options.
 *
 * @throws {HandlerError} `invalid_widget` for a question or options that the server would reject.
 * @example const sent = await ctx.send({ channel: 'kitchen', topic: 'lunch' }, poll({ question: 'Which bread?', options: ['rye', 'spelt'] }))
 */
export function poll(widget: { readonly question: string; readonly options?: readonly string[] }): Widget {
  const { question, options = [] } = fieldsOf('poll', widget, ['question', 'options'])
  const lines = listOf('poll', 'options', options, 0).map((option) => `* ${optionOf('An option of a poll', option)}`)
  return fitting('A poll', [`/poll ${lineOf('The question of a poll', question)}`, ...lines].join('\n'))
}

/** A task: its name, without a colon, and optionally a description. */
export type TodoTask = string | { readonly task: string; readonly description?: string }

/**
 * Creates a list of tasks. Everybody can tick them off and add more.
 *
 * @throws {HandlerError} `invalid_widget` for a title or tasks that the server would reject.
 * @example return todo({ title: 'Before opening', tasks: ['light the oven', { task: 'rye', description: '12 loaves' }] })
 */
export function todo(widget: { readonly title: string; readonly tasks?: readonly TodoTask[] }): Widget {
  const { title, tasks = [] } = fieldsOf('todo', widget, ['title', 'tasks'])
  const lines = listOf('todo', 'tasks', tasks, 0).map((given) => {
    const { task, description = '' } =
      typeof given === 'string' ? { task: given } : fieldsOf('A task', given, ['task', 'description'])
    const name = optionOf('A task', task)
    if (name.includes(':'))
      throw invalid(
        `A task is ${JSON.stringify(name)}`,
        'Leave the colon out: what follows it would be its description.',
      )
    return description === '' ? `* ${name}` : `* ${name}: ${optionOf('The description of a task', description)}`
  })
  return fitting('A list of tasks', [`/todo ${lineOf('The title of a list of tasks', title)}`, ...lines].join('\n'))
}

function fitting(what: string, text: string, buttons?: Buttons): Widget {
  const length = codePoints(text)
  if (length <= limits.messageLength) return new Widget(text, buttons)
  throw invalid(
    `${what} has ${length} characters with all its parts`,
    `A message may have ${limits.messageLength}: shorten it.`,
  )
}

type Fields = Readonly<Record<string, unknown>>

function fieldsOf(what: string, given: unknown, names: readonly string[]): Fields {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw invalid(`${what} was given ${described(given)}`, `Give { ${names.join(', ')} }.`)
  }
  const unknown = Object.keys(given).find((name) => !names.includes(name))
  if (unknown === undefined) return { ...given }
  throw invalid(`${what} has no field \`${unknown}\``, `Its fields are ${names.join(' and ')}.`)
}

function listOf(what: string, field: string, given: unknown, least: number): readonly unknown[] {
  if (!Array.isArray(given)) throw invalid(`The ${field} of ${what} are ${described(given)}`, 'Give a list.')
  if (given.length < least) throw invalid(`The ${field} of ${what} are an empty list`, 'Give at least one.')
  const names = given.map((one) => (typeof one === 'string' ? one : (one?.label ?? one?.task)))
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined)
    throw invalid(`The ${field} of ${what} have ${JSON.stringify(twice)} twice`, 'Give each once.')
  return given
}

/** Requires one line of text that isn't blank: the server reads a second line as something else. */
function lineOf(what: string, given: unknown): string {
  if (typeof given !== 'string') throw invalid(`${what} is ${described(given)}`, 'Give a string.')
  const line = given.trim()
  if (line === '') throw invalid(`${what} is blank`, 'Write something.')
  if (/[\n\r\0]/.test(line)) throw invalid(`${what} has several lines`, 'Give one line.')
  return line
}

/** Refuses mentions: offering an option shouldn't notify anybody. */
function optionOf(what: string, given: unknown): string {
  const line = lineOf(what, given)
  if (escapeMentions(line) === line) return line
  throw invalid(
    `${what} mentions somebody: ${JSON.stringify(line)}`,
    'Leave that out, or make the mention silent: @_**name**.',
  )
}

function invalid(problem: string, advice: string): HandlerError {
  return new HandlerError('invalid_widget', `The widget can't be created: ${problem}. ${advice}`)
}
