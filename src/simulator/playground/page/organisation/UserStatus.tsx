import type { RoleName } from '../../../../protocol/index.js'
import { act, actor } from './acting.js'
import { Form } from './Form.js'

export interface Status {
  readonly status_text?: string
  readonly emoji_name?: string
}

/** Roles by their numbers, those with most rights first. */
export const roleNames: Readonly<Record<number, RoleName>> = {
  100: 'owner',
  200: 'administrator',
  300: 'moderator',
  400: 'member',
  600: 'guest',
}

/** Sets somebody's status: one's own, or as an administrator that of others. */
export function UserStatus({
  user,
  status,
}: {
  user: { readonly user_id: number; readonly full_name: string }
  status: Status | undefined
}) {
  const whose = actor.value?.user_id === user.user_id ? 'me' : user.user_id
  return (
    <Form
      label={`Set the status of ${user.full_name}`}
      submit="Set"
      done="The status is set."
      fields={[
        { name: 'status_text', label: 'Text', hint: 'At most 60 characters.', initial: status?.status_text },
        {
          name: 'emoji_name',
          label: 'Emoji',
          hint: 'Its name, such as coffee. Empty for none.',
          initial: status?.emoji_name,
          about: /emoji/i,
        },
      ]}
      save={(filled) =>
        act('POST', `/users/${whose}/status`, {
          status_text: filled.text('status_text'),
          emoji_name: filled.text('emoji_name'),
        })
      }
    />
  )
}
