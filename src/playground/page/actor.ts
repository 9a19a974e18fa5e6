import { computed, type ReadonlySignal } from '@preact/signals'
import type { ListedBot, ListedUser } from '../../simulator/public/organisation.js'
import { choice } from './address.js'
import { organisation } from './organisation.js'

const asked = choice('as')

/** The account that views and changes the organisation: the first administrator, unless another one is chosen. */
export const actor: ReadonlySignal<ListedUser | ListedBot | undefined> = computed(() => {
  const { users, bots } = organisation.value
  const ruling = (role: string) => users.find((user) => user.is_active && user.role === role)
  return (
    [...users, ...bots].find(({ user_id }) => String(user_id) === asked.value) ??
    ruling('administrator') ??
    ruling('owner') ??
    users[0]
  )
})
