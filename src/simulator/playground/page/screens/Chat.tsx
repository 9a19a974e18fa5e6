import { organisation } from '../organisation.js'

/** Conversations, side by side. */
export function Chat() {
  return (
    <ul>
      {organisation.value.users.map((user) => (
        <li key={user.user_id}>{user.full_name}</li>
      ))}
    </ul>
  )
}
