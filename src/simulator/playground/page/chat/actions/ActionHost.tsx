import { useShortcuts } from '../../shortcuts.js'
import { Dialog } from '../../ui/Dialog.js'
import { View } from '../../views/View.js'
import { activeColumn, columns } from '../columns.js'
import { composerFor, focusText } from '../compose/composer.js'
import { EmojiPicker } from '../emoji/EmojiPicker.js'
import { sessionOf } from '../session.js'
import { acting, stopActing } from './acting.js'
import { toggleReaction } from './acts.js'
import { Menu } from './Menu.js'
import { MoveMessage } from './MoveMessage.js'
import { messageItems } from './messageItems.js'
import { DeleteTopic, RenameTopic, TopicMenu } from './TopicActions.js'

/** Whatever is open on a message or a topic. Is in the page once. */
export function ActionHost() {
  useShortcuts([{ key: 'c', says: 'Write', group: 'Chat', run: writeHere }])
  const now = acting.value
  /** What is closed by opening the next thing leaves that one alone. */
  const close = () => {
    if (acting.peek() === now) stopActing()
  }
  switch (now?.kind) {
    case 'menu':
      return <Menu label="This message" items={messageItems(now, now.beside)} beside={now.beside} onClose={close} />
    case 'emoji':
      return (
        <EmojiPicker
          custom={[...(sessionOf(now.userId).state.value?.emoji.values() ?? [])]}
          beside={now.beside}
          onChoose={(emoji) => void toggleReaction(now.userId, now.message, emoji)}
          onClose={close}
        />
      )
    case 'move':
      return <MoveMessage acted={now} onClose={close} />
    case 'history':
      return (
        <Dialog title="History of the message" onClose={close}>
          <View view="history" as={now.userId} id={String(now.message.id)} />
        </Dialog>
      )
    case 'topic':
      return <TopicMenu of={now} beside={now.beside} onClose={close} />
    case 'rename':
      return <RenameTopic of={now} onClose={close} />
    case 'deleteTopic':
      return <DeleteTopic of={now} onClose={close} />
    default:
      return null
  }
}

function writeHere(): void {
  const column = columns.peek()[activeColumn.peek()]
  if (column !== undefined) focusText(composerFor(column.userId, column.place))
}
