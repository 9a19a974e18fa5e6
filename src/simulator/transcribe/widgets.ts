import {
  choicesOf,
  pollResult,
  readWidgetChange,
  type Submessage,
  taskListOf,
  type WithSubmessages,
} from '../../protocol/index.js'
import { type ToWidget, textAsKept } from '../../transcript/transcript.js'
import { parseJson } from '../../values.js'

/** Whether a message has a widget that supports this action. */
export function takes(kind: ToWidget['kind'], message: WithSubmessages): boolean {
  if (kind === 'press') return choicesOf(message) !== undefined
  const isPoll = pollResult(message) !== undefined
  const isList = taskListOf(message) !== undefined
  return kind === 'add' ? isPoll || isList : kind === 'tick' ? isList : isPoll
}

/** The label of the button that sends this text; undefined if there is none, or if its label isn't unique. */
export function buttonThatSays(content: string, message: WithSubmessages): string | undefined {
  const { buttons } = choicesOf(message) ?? { buttons: [] }
  const found = buttons.find(({ reply }) => textAsKept(reply) === content)
  return found && ownName(found.label, buttons, ({ label }) => label)
}

/** The action on a widget behind a submessage; undefined for one that a transcript can't express. */
export function doneToWidget(
  message: WithSubmessages,
  { content }: Pick<Submessage, 'content'>,
): (Pick<ToWidget, 'part'> & { readonly kind: Exclude<ToWidget['kind'], 'press'> }) | undefined {
  const change = readWidgetChange(parseJson(content))
  if (change?.type === 'vote') {
    const { options = [] } = pollResult(message) ?? {}
    const part = nameByKey(change.key, options, ({ text }) => text)
    return part === undefined ? undefined : { kind: change.vote === 1 ? 'vote' : 'unvote', part }
  }
  if (change?.type === 'strike') {
    const { tasks = [] } = taskListOf(message) ?? {}
    const part = nameByKey(change.key, tasks, ({ task }) => task)
    return part === undefined ? undefined : { kind: 'tick', part }
  }
  if (change?.type === 'new_option') return added(change.option)
  if (change?.type === 'new_task') return added(change.desc === '' ? change.task : `${change.task}: ${change.desc}`)
  return undefined
}

const added = (part: string) => (part.trim() === '' ? undefined : ({ kind: 'add', part } as const))

function nameByKey<Part extends { readonly key: string }>(
  key: string,
  parts: readonly Part[],
  nameOf: (part: Part) => string,
): string | undefined {
  const found = parts.find((part) => part.key === key)
  return found && ownName(nameOf(found), parts, nameOf)
}

/** A name, unless it is blank or not unique. */
function ownName<Part>(name: string, parts: readonly Part[], nameOf: (part: Part) => string): string | undefined {
  const key = name.trim().toLowerCase()
  return key !== '' && parts.filter((part) => nameOf(part).trim().toLowerCase() === key).length === 1 ? name : undefined
}
