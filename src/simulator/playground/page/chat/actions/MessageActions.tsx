import { useComputed } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { Tool } from '../compose/Tool.js'
import { placeText } from '../place.js'
import { acting, openMessageMenu } from './acting.js'
import { type Acted, quote } from './acts.js'
import { EditMessage } from './EditMessage.js'

/** What one can do with a message, at its corner; and what it says, while that is being edited. */
export function MessageActions(acted: Acted) {
  const { userId, place, message } = acted
  const bar = useRef<HTMLDivElement>(null)
  const where = placeText(place)
  const isEdited = useComputed(() => {
    const now = acting.value
    return (
      now?.kind === 'edit' && now.message.id === message.id && now.userId === userId && placeText(now.place) === where
    )
  })
  const isOpen = useComputed(() => {
    const now = acting.value
    return (now?.kind === 'menu' || now?.kind === 'emoji') && now.beside === bar.current
  })
  if (isEdited.value) return <EditMessage {...acted} />
  return (
    <div ref={bar} class={`message-actions ${isOpen.value ? 'is-open' : ''}`}>
      <Tool
        icon="emoji"
        says="React"
        hint=" (+)"
        tabIndex={-1}
        onClick={() => (acting.value = { ...acted, beside: bar.current ?? undefined, kind: 'emoji' })}
      />
      <Tool icon="quote" says="Quote and reply" hint=" (q)" tabIndex={-1} onClick={() => void quote(acted)} />
      <Tool
        icon="more"
        says="More to do with this message"
        aria-haspopup="menu"
        tabIndex={-1}
        onClick={() => openMessageMenu(acted, bar.current ?? undefined)}
      />
    </div>
  )
}
