import { useSignal } from '@preact/signals'
import { copy } from '../takeAway.js'
import { act } from './acting.js'
import { Form } from './Form.js'

/** Makes links to video calls. They lead to a provider outside, so the page shows them and does not open them. */
export function Calls() {
  const made = useSignal<readonly { readonly room: string; readonly url: string }[]>([])
  return (
    <section class="org-single" aria-label="Video calls">
      <h2>Video calls</h2>
      <Form
        title="Make a link to a call"
        submit="Make a link"
        isNew
        fields={{ room_name: 'Name of the room' }}
        save={async (_, { room_name }) => {
          const { url } = await act<{ url: string }>('POST', '/calls/ext_talk/create', { room_name })
          made.value = [{ room: String(room_name), url }, ...made.value]
        }}
      />
      <ul class="calls" aria-live="polite">
        {made.value.map(({ room, url }) => (
          <li key={url}>
            {room} <code>{url}</code>
            <button type="button" class="quiet" onClick={() => copy('The link', () => url)}>
              Copy
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
