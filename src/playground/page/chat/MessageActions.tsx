import { signal, useSignal } from '@preact/signals'
import { CircleHelp, CodeXml, FlaskConical, MoveRight, Pencil, Quote, SmilePlus, Trash2 } from 'lucide'
import { useEffect, useRef } from 'preact/hooks'
import type { Message } from '../../../protocol/index.js'
import { attempt, useAttempt } from '../notices.js'
import { saving } from '../saving/saving.js'
import { Button, ErrorText, IconButton, MenuButton, type MenuItem, submitting } from '../ui/index.js'
import { type Acted, quoteAndReply } from './compose/composer.js'
import { TextField } from './compose/TextField.js'
import { EmojiPicker } from './emoji/EmojiPicker.js'
import { moving } from './MoveDialog.js'
import { placeOfMessage } from './place.js'
import { toggleReaction } from './Reactions.js'
import { openWhy } from './SidePanel.js'
import { rawContent } from './service.js'
import { sessionOf } from './session.js'

/** ID of the message whose source is open. */
export const editing = signal<number | undefined>(undefined)

/** Without a pointer that can be over a message, a tap on it is what opens its menu. */
export const isTouched = matchMedia('(hover: none)').matches

/** The buttons at a message's corner. The server decides what is allowed. */
export function MessageActions(acted: Acted) {
  const { userId, place, message } = acted
  /** What the picker of emoji is beside, while it is open. */
  const picksBeside = useSignal<HTMLElement | undefined>(undefined)
  const remove = () => attempt(() => sessionOf(userId).call('DELETE', `/messages/${message.id}`))
  const isOwn = message.sender_id === userId
  const onEdit = () => (editing.value = message.id)
  const why = () => openWhy(message.id)
  const items: readonly MenuItem[] = [
    ...(isTouched ? [{ says: 'Why?', icon: CircleHelp, run: why }] : []),
    { says: 'Quote and reply', icon: Quote, run: () => void attempt(() => quoteAndReply(acted)) },
    { says: 'React …', icon: SmilePlus, run: (beside) => (picksBeside.value = beside) },
    isOwn ? { says: 'Edit', icon: Pencil, run: onEdit } : { says: 'See the source', icon: CodeXml, run: onEdit },
    ...moveItems(userId, message),
    {
      says: 'Save as a test from here …',
      icon: FlaskConical,
      run: () => (saving.value = { userId, place, from: message.id }),
    },
    { says: 'Delete', icon: Trash2, isDangerous: true, run: () => void remove() },
  ]
  return (
    <div class="message-actions small">
      <IconButton
        label="Why?"
        title="Which bots got this message, which didn’t, and why"
        icon={CircleHelp}
        tabIndex={-1}
        onPress={why}
      />
      <MenuButton label="More actions" items={items} tabIndex={-1} />
      {picksBeside.value && (
        <EmojiPicker
          custom={[...(sessionOf(userId).state.value?.emoji.values() ?? [])]}
          beside={picksBeside.value}
          onChoose={(emoji) => void toggleReaction(userId, message, emoji)}
          onClose={() => (picksBeside.value = undefined)}
        />
      )}
    </div>
  )
}

/** Only messages in channels can be moved. */
function moveItems(userId: number, message: Message): readonly MenuItem[] {
  const from = placeOfMessage(message, userId)
  if (from.kind !== 'topic') return []
  const run = () => (moving.value = { userId, messageId: message.id, from, scope: 'change_one' })
  return [{ says: 'Move …', icon: MoveRight, run }]
}

/** The editor of a message's source. The server decides whether it can be changed. */
export function EditMessage({ userId, message }: Acted) {
  const onClose = () => (editing.value = undefined)
  const { call, state } = sessionOf(userId)
  const text = useSignal('')
  const { problem, isBusy, attempt } = useAttempt()
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    void attempt(async () => {
      text.value = await rawContent(call, message.id)
      field.current?.focus()
    })
    const shown = field.current?.closest<HTMLElement>('[data-message]')
    return () => shown?.focus()
  }, [])
  const save = () =>
    attempt(async () => {
      await call('PATCH', `/messages/${message.id}`, { content: text.value })
      onClose()
    })
  if (state.value === undefined) return null
  return (
    <form class="message-edit stack" aria-label="Edit the message" onSubmit={submitting(save)}>
      <TextField
        text={text}
        field={field}
        state={state.value}
        label="Text of the message"
        isForChannel={message.type === 'stream'}
        onSend={() => void save()}
        onEscape={onClose}
      />
      <ErrorText text={problem.value} kind="small" />
      <div class="buttons">
        <Button type="submit" says="Save" class="main" disabled={isBusy.value} />
        <Button says="Cancel" onPress={onClose} />
      </div>
    </form>
  )
}
