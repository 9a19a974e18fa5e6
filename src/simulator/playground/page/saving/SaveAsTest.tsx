import { useShortcuts } from '../shortcuts.js'
import { SaveDialog } from './SaveDialog.js'
import { saveActiveColumn, saving } from './saving.js'

/** Where a conversation is saved as a test, when somebody asks for it; with its key. */
export function SaveAsTest() {
  useShortcuts([{ key: 'x', says: 'Save the conversation as a test', group: 'Chat', run: saveActiveColumn }])
  const now = saving.value
  return now === undefined ? null : <SaveDialog key={`${now.userId} ${now.from}`} of={now} />
}
