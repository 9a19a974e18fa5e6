import { ConversationView } from '../chat/ConversationView.js'
import { SidePanel } from '../chat/SidePanel.js'
import { Sidebar } from '../chat/sidebar/Sidebar.js'
import { openFinder } from '../finder/Finder.js'
import { room } from '../room.js'
import { SaveDialog } from '../saving/SaveDialog.js'
import { saving } from '../saving/saving.js'
import { useShortcuts } from '../shortcuts.js'

/** A conversation, with the inspector beside it. */
export function Chat() {
  const saved = saving.value
  useShortcuts([{ key: '/', says: 'Find', group: 'Everywhere', run: openFinder }])
  return (
    <div class="chat">
      {room.value !== 'narrow' && <Sidebar />}
      <ConversationView />
      <SidePanel />
      {saved && (
        <SaveDialog key={`${saved.userId} ${saved.from}`} of={saved} onClose={() => (saving.value = undefined)} />
      )}
    </div>
  )
}
