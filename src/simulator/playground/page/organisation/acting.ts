import { computed, type ReadonlySignal } from '@preact/signals'
import type { ListedBot, ListedUser } from '../../../organisation.js'
import { choice } from '../address.js'
import { attempt, tell } from '../notices.js'
import { organisation } from '../organisation.js'
import { callAs } from '../simulator.js'

const asked = choice('as')

/** As whom the organisation is looked at and changed: the first administrator unless somebody else is chosen. */
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

/** Calls the service as whoever acts; `path` begins below `/api/v1`. @throws {Refused} */
export async function act<Answer>(...[method, path, parameters]: ActArguments): Promise<Answer> {
  if (actor.value === undefined) throw new Error('There is nobody in this organisation to act as.')
  return await callAs<Answer>(actor.value, method, path, parameters)
}

type ActArguments = Parameters<typeof callAs> extends [unknown, ...infer Rest] ? Rest : never

/** Does something at the press of a button: says that it is done, with a way back where there is one, or why it is not. */
export async function press(done: string, work: () => Promise<unknown>, back?: () => Promise<unknown>): Promise<void> {
  await attempt(async () => {
    await work()
    tell('done', done, back && (() => void attempt(back)))
  })
}
