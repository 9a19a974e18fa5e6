import { useId } from 'preact/hooks'
import {
  choicesOf,
  type Message,
  newOption,
  newTask,
  type PollResult,
  pollResult,
  type TaskList,
  taskListOf,
  type WidgetChange,
} from '../../../protocol/index.js'
import { attempt } from '../notices.js'
import { Button, LineForm } from '../ui/index.js'
import { namedPerson } from './names.js'
import { placeOfMessage } from './place.js'
import { sendMessage, type WritablePlace } from './service.js'
import { sessionOf } from './session.js'
import type { ChatState } from './state.js'

/** A message's buttons, poll or to-do list; undefined if it has none. */
export function widgetOf({ message, state }: { message: Message; state: ChatState }) {
  if (message.submessages.length === 0) return undefined
  const { ownId } = state
  const { call } = sessionOf(ownId)
  const change: Change = (data) =>
    attempt(async () => {
      const content = JSON.stringify(data)
      await call('POST', '/submessage', { message_id: message.id, msg_type: 'widget', content })
      return true as const
    })
  const poll = pollResult(message)
  if (poll !== undefined) return <Poll poll={poll} state={state} change={change} />
  const list = taskListOf(message)
  if (list !== undefined) return <Tasks list={list} ownId={ownId} change={change} />
  const choices = choicesOf(message)
  return (
    choices && (
      <fieldset class="widget barred stack">
        <legend>{choices.heading}</legend>
        <div class="buttons">
          {choices.buttons.map(({ name, label, reply }) => (
            <Button
              key={name}
              says={<bdi>{label}</bdi>}
              onPress={() => sendMessage(call, placeOfMessage(message, ownId) as WritablePlace, reply)}
              title={`Says: ${reply}`}
            />
          ))}
        </div>
      </fieldset>
    )
  )
}

/** Sends a submessage. Undefined if it is refused, which a notice says. */
type Change = (data: WidgetChange) => Promise<true | undefined>

function Poll({ poll, state, change }: { poll: PollResult; state: ChatState; change: Change }) {
  const { ownId } = state
  return (
    <fieldset class="widget barred stack">
      <legend>{poll.question || 'Poll'}</legend>
      <ul>
        {poll.options.map(({ key, text, voters }) => {
          const isOwn = voters.includes(ownId)
          return (
            <li key={key}>
              <Button
                says={voters.length}
                class="chip"
                aria-pressed={isOwn}
                aria-label={`Vote for ${text}: ${voters.length}`}
                onPress={() => change({ type: 'vote', key, vote: isOwn ? -1 : 1 })}
              />{' '}
              <bdi>{text}</bdi>{' '}
              <span class="small quiet-text">{voters.map((id) => namedPerson(state, id).name).join(', ')}</span>
            </li>
          )
        })}
      </ul>
      <LineForm
        label="New option"
        placeholder="Add an option"
        onLine={(option) => option !== '' && change(newOption(poll, ownId, option))}
      />
    </fieldset>
  )
}

function Tasks({ list, ownId, change }: { list: TaskList; ownId: number; change: Change }) {
  const id = useId()
  return (
    <fieldset class="widget barred stack">
      <legend>{list.title || 'Tasks'}</legend>
      <ul>
        {list.tasks.map(({ key, task, description, isDone }) => (
          <li key={key}>
            <input
              type="checkbox"
              id={`${id}${key}`}
              checked={isDone}
              onClick={(event) => {
                // The server's error is shown.
                event.preventDefault()
                void change({ type: 'strike', key })
              }}
            />
            <label for={`${id}${key}`}>
              <bdi class={isDone ? 'done' : undefined}>{task}</bdi> <span class="small quiet-text">{description}</span>
            </label>
          </li>
        ))}
      </ul>
      <LineForm
        label="New task"
        placeholder="Add a task, or task: description"
        onLine={(line) => {
          const [task = '', ...description] = line.split(':')
          return task.trim() !== '' && change(newTask(list, ownId, task.trim(), description.join(':').trim()))
        }}
      />
    </fieldset>
  )
}
