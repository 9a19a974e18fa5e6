import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { attemptIn } from '../../notices.js'
import { Menu, type MenuItem } from '../actions/Menu.js'
import { createCall } from '../actions/service.js'
import { EmojiPicker } from '../emoji/EmojiPicker.js'
import { sessionOf } from '../session.js'
import type { ChatState } from '../state.js'
import { attach, type Composer, focusText, sendLater, targetOf, write } from './composer.js'
import { Icon } from './Icon.js'
import { placeName } from './placeName.js'
import { ScheduledMessages } from './Scheduled.js'
import { SendLater } from './SendLater.js'
import { enterSends } from './sendKey.js'
import { Tool } from './Tool.js'

/** What goes into a message besides letters, and the ways to send it. */
export function Tools({ composer, state }: { composer: Composer; state: ChatState }) {
  const open = useSignal<'emoji' | 'menu' | 'later' | 'scheduled' | undefined>(undefined)
  const file = useRef<HTMLInputElement>(null)
  const emoji = useRef<HTMLButtonElement>(null)
  const more = useRef<HTMLButtonElement>(null)
  const close = () => {
    open.value = undefined
  }
  const count = state.scheduled.size
  const ways: readonly MenuItem[] = [
    { says: 'Send later …', run: () => (open.value = 'later') },
    ...(count > 0 ? [{ says: `To be sent (${count}) …`, run: () => (open.value = 'scheduled') }] : []),
    ...[true, false].map((sends) => ({
      says: sends ? 'Enter sends' : 'Enter begins a line, Ctrl+Enter sends',
      isChosen: enterSends.value === sends,
      startsGroup: sends,
      run: () => {
        enterSends.value = sends
        focusText(composer)
      },
    })),
  ]
  return (
    <div class="compose-tools">
      <input
        ref={file}
        type="file"
        multiple={true}
        hidden={true}
        aria-label="Files to upload"
        onChange={({ currentTarget }) => {
          attach(composer, [...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
      <Tool icon="attach" says="Upload files" onClick={() => file.current?.click()} />
      <Tool icon="emoji" says="Insert an emoji" ofButton={emoji} onClick={() => (open.value = 'emoji')} />
      <Tool icon="call" says="Add a video call" onClick={() => void addCall(composer, state)} />
      <Tool
        icon="preview"
        says="Preview"
        aria-pressed={composer.isPreviewed.value}
        onClick={() => {
          composer.isPreviewed.value = !composer.isPreviewed.value
        }}
      />
      {count > 0 && (
        <button type="button" class="quiet small" onClick={() => (open.value = 'scheduled')}>
          {count} to be sent
        </button>
      )}
      <span class="compose-send">
        <button type="submit" class="main" disabled={composer.isSending.value}>
          Send
        </button>
        <button
          ref={more}
          type="button"
          class="main"
          aria-label="Other ways to send"
          title="Other ways to send"
          aria-haspopup="menu"
          aria-expanded={open.value === 'menu'}
          onClick={() => (open.value = 'menu')}
        >
          <Icon name="down" />
        </button>
      </span>
      {open.value === 'emoji' && (
        <EmojiPicker
          custom={[...state.emoji.values()]}
          beside={emoji.current ?? undefined}
          onChoose={({ name }) => write(composer, `:${name}: `)}
          onClose={close}
        />
      )}
      {open.value === 'menu' && (
        <Menu label="Other ways to send" items={ways} beside={more.current ?? undefined} onClose={close} />
      )}
      {open.value === 'later' && (
        <SendLater
          beside={more.current ?? undefined}
          onChoose={(at, says) => void sendLater(composer, at, says)}
          onClose={close}
        />
      )}
      {open.value === 'scheduled' && <ScheduledMessages state={state} onClose={close} />}
    </div>
  )
}

/** The link is written where the caret is, as the service gives it. */
async function addCall(composer: Composer, state: ChatState): Promise<void> {
  const target = targetOf(composer)
  const room = target === undefined ? 'Call' : placeName(state, target)
  await attemptIn(composer.problem, async () => {
    const url = await createCall(sessionOf(composer.userId).call, room)
    write(composer, `[Join the video call](${url}) `)
  })
}
