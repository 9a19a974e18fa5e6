import { choicesOf, pollResult, taskListOf, type WithSubmessages } from '../../../protocol/index.js'

/** A poll, a list of tasks or buttons that come with a message, with what was done to it, as text. */
export interface Widget {
  readonly title: string
  readonly lines: readonly { readonly text: string; readonly note: string }[]
}

/** What the submessages of a message say; undefined where they say nothing that can be read. */
export function widgetOf(message: WithSubmessages): Widget | undefined {
  const poll = pollResult(message)
  if (poll !== undefined) {
    const lines = poll.options.map(({ text, voters }) => ({
      text,
      note: voters.length === 1 ? '1 vote' : `${voters.length} votes`,
    }))
    return { title: poll.question || 'Poll', lines }
  }
  const list = taskListOf(message)
  if (list !== undefined) {
    const lines = list.tasks.map(({ task, description }) => ({ text: task, note: description }))
    return { title: list.title || 'Tasks', lines }
  }
  const choices = choicesOf(message)
  return (
    choices && {
      title: choices.heading,
      lines: choices.buttons.map(({ label, name }) => ({ text: label, note: name })),
    }
  )
}
