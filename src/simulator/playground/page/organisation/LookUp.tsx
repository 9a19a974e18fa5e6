import { choose } from '../address.js'
import { act } from './acting.js'
import { Form } from './Form.js'

/** Finds somebody by address, as far as whoever acts may: real addresses can be hidden, those of the API never are. */
export function LookUp() {
  return (
    <Form
      label="Look somebody up"
      submit="Look up"
      empties
      fields={[
        {
          name: 'email',
          label: 'Address',
          hint: 'The real one, or the one that the API knows, such as user10@ and the host.',
          about: /user/i,
        },
      ]}
      save={async (filled) => {
        const address = encodeURIComponent(filled.text('email').trim())
        const { user } = await act<{ user: { user_id: number } }>('GET', `/users/${address}`)
        choose({ id: String(user.user_id), q: '' })
      }}
    />
  )
}
