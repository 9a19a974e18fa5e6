import { useSignalEffect } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { useCommands } from '../commands.js'
import { organisation } from '../organisation.js'
import { useShortcuts } from '../shortcuts.js'
import { addColumn, peopleToBe } from './beside.js'
import { ColumnHead } from './ColumnHead.js'
import {
  activateColumn,
  activeColumn,
  beginSomewhere,
  closeColumn,
  columns,
  keepColumns,
  switchUser,
} from './columns.js'
import type { Column } from './columnText.js'
import { Compose } from './compose/Compose.js'
import { Intro } from './Intro.js'
import { MessageList } from './MessageList.js'
import { followAddress } from './openLink.js'
import { placeText } from './place.js'
import { sessionOf } from './session.js'
import { Typing } from './Typing.js'

/** The conversations that are open, side by side, each as one of the people. */
export function OpenColumns() {
  useSignalEffect(beginSomewhere)
  useSignalEffect(keepColumns)
  useSignalEffect(followAddress)
  useColumnKeys()
  const open = columns.value
  const first = open[0]
  return (
    <div class="columns-frame">
      {first && <Intro session={sessionOf(first.userId)} />}
      <div class={`columns of-${open.length}`}>
        {open.map((column, index) => (
          <ColumnView key={index} column={column} index={index} isOnly={open.length === 1} />
        ))}
        {open.length === 0 && <p class="chat-note quiet-text">One moment …</p>}
      </div>
    </div>
  )
}

function ColumnView({ column, index, isOnly }: { column: Column; index: number; isOnly: boolean }) {
  const section = useRef<HTMLElement>(null)
  const { userId, place } = column
  const session = sessionOf(userId)
  const isActive = activeColumn.value === index
  const key = `${userId} ${placeText(place)}`
  const name = organisation.value.users.find(({ user_id }) => user_id === userId)?.full_name ?? 'somebody'
  return (
    <section
      ref={section}
      class={isActive ? 'column active' : 'column'}
      aria-label={`Conversation ${index + 1}, as ${name}`}
      data-column={index}
      onFocusCapture={() => activateColumn(index)}
      onPointerDownCapture={() => activateColumn(index)}
    >
      <ColumnHead column={column} index={index} session={session} isOnly={isOnly} />
      <MessageList key={key} session={session} place={place} isActive={isActive} />
      <Typing session={session} place={place} />
      <Compose key={`compose ${key}`} userId={userId} place={place} />
    </section>
  )
}

function useColumnKeys(): void {
  const move = (step: number) => {
    const { length } = columns.peek()
    if (length === 0) return
    const index = (activeColumn.peek() + step + length) % length
    activateColumn(index)
    document.querySelector<HTMLElement>(`[data-column="${index}"] .messages`)?.focus()
  }
  const group = 'Chat'
  useShortcuts([
    { key: '[', says: 'Previous column', group, run: () => move(-1) },
    { key: ']', says: 'Next column', group, run: () => move(1) },
    { key: 'h', says: 'Previous column', group, run: () => move(-1) },
    { key: 'l', says: 'Next column', group, run: () => move(1) },
    { key: 'n', says: 'Open a column beside this one', group, run: addColumn },
    { key: 'w', says: 'Close the column', group, run: () => closeColumn(activeColumn.peek()) },
    ...Array.from({ length: 9 }, (_, at) => ({
      key: String(at + 1),
      says: `Be person ${at + 1} in this column`,
      group,
      run: () => {
        const user = peopleToBe()[at]
        if (user !== undefined) switchUser(activeColumn.peek(), user.user_id)
      },
    })),
  ])
  useCommands(() =>
    peopleToBe().map(({ user_id, full_name }) => ({
      title: `Be ${full_name} in this column`,
      group,
      run: () => switchUser(activeColumn.peek(), user_id),
    })),
  )
}
