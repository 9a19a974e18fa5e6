import { useEffect } from 'preact/hooks'
import { ActionHost } from '../chat/actions/ActionHost.js'
import { OpenColumns } from '../chat/OpenColumns.js'
import { SelectedKeys } from '../chat/SelectedKeys.js'
import { Sidebar } from '../chat/sidebar/Sidebar.js'
import { watchDeliveries } from '../deliveries/live.js'
import { SaveAsTest } from '../saving/SaveAsTest.js'

/** Conversations, side by side. */
export function Chat() {
  useEffect(watchDeliveries, [])
  return (
    <div class="chat">
      <Sidebar />
      <OpenColumns />
      <SelectedKeys />
      <ActionHost />
      <SaveAsTest />
    </div>
  )
}
