import { isObject, parseJson } from '../values.js'
import type { Submessage } from './entities/message.js'

/** The content of a widget message's first submessage, as JSON. Everything about widgets is assumed. */
export type WidgetContent =
  | {
      readonly widget_type: 'zform'
      readonly extra_data: { readonly type: 'choices'; readonly heading: string; readonly choices: readonly Choice[] }
    }
  | {
      readonly widget_type: 'poll'
      readonly extra_data: { readonly question: string; readonly options: readonly string[] }
    }
  | {
      readonly widget_type: 'todo'
      readonly extra_data: {
        readonly task_list_title: string
        readonly tasks: readonly { readonly task: string; readonly desc: string }[]
      }
    }

/** A button: its texts, and the message that pressing it sends on behalf of the user who pressed it. */
export interface Choice {
  readonly type: 'multiple_choice'
  readonly short_name: string
  readonly long_name: string
  readonly reply: string
}

/** The fields of a button that the server requires. */
export const choiceFields = ['short_name', 'long_name', 'reply'] as const

/** The content of a later submessage, as JSON: a change that someone made to a poll or a task list. */
export type WidgetChange =
  /** A poll: `vote` is 1 for a vote and -1 for a withdrawn vote. */
  | { readonly type: 'vote'; readonly key: string; readonly vote: 1 | -1 }
  | { readonly type: 'new_option'; readonly idx: number; readonly option: string }
  | { readonly type: 'question'; readonly question: string }
  /** A task list: toggles whether a task is done. */
  | { readonly type: 'strike'; readonly key: string }
  | {
      readonly type: 'new_task'
      readonly key: number
      readonly task: string
      readonly desc: string
      readonly completed: boolean
    }
  | { readonly type: 'new_task_list_title'; readonly title: string }

/** The checks for the values of a change's fields. */
export const changeFieldChecks = {
  string: (value: unknown) => typeof value === 'string',
  integer: Number.isSafeInteger,
  boolean: (value: unknown) => typeof value === 'boolean',
  vote: (value: unknown) => value === 1 || value === -1,
} satisfies Readonly<Record<string, (value: unknown) => boolean>>

type ChangeFields = Readonly<Record<string, keyof typeof changeFieldChecks>>

/** The changes that each widget understands, with their fields. Only a widget's author may make the last change of each. */
export const widgetChanges = {
  poll: {
    vote: { key: 'string', vote: 'vote' },
    new_option: { option: 'string', idx: 'integer' },
    question: { question: 'string' },
  },
  todo: {
    strike: { key: 'string' },
    new_task: { key: 'integer', task: 'string', desc: 'string', completed: 'boolean' },
    new_task_list_title: { title: 'string' },
  },
} satisfies Readonly<Record<string, Readonly<Partial<Record<WidgetChange['type'], ChangeFields>>>>>

/** Reads the data of a submessage; undefined if no widget understands it. */
export function readWidgetChange(data: unknown): WidgetChange | undefined {
  if (!isObject(data)) return undefined
  const fields = Object.values<Readonly<Record<string, ChangeFields>>>(widgetChanges).find((changes) =>
    Object.hasOwn(changes, String(data.type)),
  )?.[String(data.type)]
  const fits = fields && Object.entries(fields).every(([name, kind]) => changeFieldChecks[kind](data[name]))
  // The fields have been checked.
  return fits ? (data as unknown as WidgetChange) : undefined
}

/** A message's submessages, in any order. */
export interface WithSubmessages {
  readonly submessages: readonly Submessage[]
}

/** The buttons of a message; undefined if it has none. */
export function choicesOf(message: WithSubmessages) {
  const { data } = widgetIn(message, 'zform') ?? {}
  if (data === undefined || !Array.isArray(data.choices)) return undefined
  const buttons = data.choices.filter(isObject).map(({ short_name, long_name, reply }) => ({
    name: textOf(short_name),
    label: textOf(long_name),
    reply: textOf(reply),
  }))
  return { heading: textOf(data.heading), buttons }
}

/** The votes of a poll. */
export interface PollResult {
  readonly question: string
  /** In the order in which the poll shows them: those that people added come last. */
  readonly options: readonly {
    /** Identifies the option in a vote. */
    readonly key: string
    readonly text: string
    /** IDs of the users who voted for it, in the order of their votes. */
    readonly voters: readonly number[]
  }[]
}

/** Counts the votes of a message; undefined if it isn't a poll. Ignores submessages that no client would have attached. */
export function pollResult(message: WithSubmessages): PollResult | undefined {
  const { data, author, changes } = widgetIn(message, 'poll') ?? {}
  if (data === undefined) return undefined
  let question = textOf(data.question)
  const options = new Map<string, { text: string; voters: Set<number> }>()
  const add = (key: string, text: string) => options.set(key, { text, voters: new Set() })
  if (Array.isArray(data.options)) for (const [at, text] of data.options.entries()) add(`canned,${at}`, textOf(text))
  for (const { by, change } of changes ?? []) {
    if (change.type === 'question' && by === author) question = change.question
    else if (change.type === 'new_option') add(`${by},${change.idx}`, change.option)
    else if (change.type === 'vote') {
      const { voters } = options.get(change.key) ?? {}
      if (change.vote === 1) voters?.add(by)
      else voters?.delete(by)
    }
  }
  return { question, options: [...options].map(([key, { text, voters }]) => ({ key, text, voters: [...voters] })) }
}

/** The tasks of a list, and which of them are done. */
export interface TaskList {
  readonly title: string
  /** In the order in which the list shows them: those that people added come last. */
  readonly tasks: readonly {
    /** Identifies the task in a `strike`. */
    readonly key: string
    readonly task: string
    readonly description: string
    readonly isDone: boolean
  }[]
}

/** The tasks of a message; undefined if it isn't a task list. Ignores submessages that no client would have attached. */
export function taskListOf(message: WithSubmessages): TaskList | undefined {
  const { data, author, changes } = widgetIn(message, 'todo') ?? {}
  if (data === undefined) return undefined
  let title = textOf(data.task_list_title)
  const tasks = new Map<string, { task: string; description: string; isDone: boolean }>()
  const add = (key: string, { task, desc }: Readonly<Record<string, unknown>>) =>
    tasks.set(key, { task: textOf(task), description: textOf(desc), isDone: false })
  if (Array.isArray(data.tasks))
    for (const [at, task] of data.tasks.entries()) add(`${at},canned`, isObject(task) ? task : {})
  for (const { by, change } of changes ?? []) {
    const struck = change.type === 'strike' ? tasks.get(change.key) : undefined
    if (struck !== undefined) struck.isDone = !struck.isDone
    else if (change.type === 'new_task') add(`${change.key},${by}`, { ...change })
    else if (change.type === 'new_task_list_title' && by === author) title = change.title
  }
  return { title, tasks: [...tasks].map(([key, task]) => ({ key, ...task })) }
}

/** The change that adds an option to a poll on behalf of a user. */
export function newOption(poll: PollResult, userId: number, option: string): WidgetChange {
  return { type: 'new_option', idx: freeNumber(poll.options, new RegExp(`^${userId},(\\d+)$`)), option }
}

/** The change that adds a task to a list on behalf of a user. */
export function newTask(list: TaskList, userId: number, task: string, description = ''): WidgetChange {
  const key = freeNumber(list.tasks, new RegExp(`^(\\d+),${userId}$`))
  return { type: 'new_task', key, task, desc: description, completed: false }
}

/** The next free number: each user's additions are numbered from 1. */
function freeNumber(parts: readonly { readonly key: string }[], pattern: RegExp): number {
  return 1 + Math.max(0, ...parts.map(({ key }) => Number(pattern.exec(key)?.[1] ?? 0)))
}

/** The data of a widget of this type, its author and its later changes. */
function widgetIn({ submessages }: WithSubmessages, type: WidgetContent['widget_type']) {
  const [first, ...others] = submessages.toSorted((one, other) => one.id - other.id)
  const widget = parseJson(first?.content ?? '')
  if (!isObject(widget) || widget.widget_type !== type || !isObject(widget.extra_data)) return undefined
  const changes = others.flatMap(({ sender_id, content }) => {
    const change = readWidgetChange(parseJson(content))
    return change === undefined ? [] : [{ by: sender_id, change }]
  })
  return { data: widget.extra_data, author: first?.sender_id, changes }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
