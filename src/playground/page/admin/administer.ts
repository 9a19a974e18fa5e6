import { computed, type ReadonlySignal } from '@preact/signals'
import type { Answer, Params, Routes } from '../../../protocol/endpoints/index.js'
import type { ListedUser } from '../../../simulator/public/organisation.js'
import { organisation } from '../organisation.js'
import { callAs, type Method } from '../simulator.js'

/** Who changes the organisation for the reader: its first administrator, or its owner. */
export const administrator: ReadonlySignal<ListedUser | undefined> = computed(() => {
  const { users } = organisation.value
  const active = (role: string) => users.find((user) => user.is_active && user.role === role)
  return active('administrator') ?? active('owner') ?? users[0]
})

type Route = keyof Routes
type Given<At extends Route> = Params<Routes[At]>
type Optional<Fields> = Record<never, never> extends Fields ? [given?: Fields] : [given: Fields]

/**
 * Calls an endpoint of the server's API as the administrator: `GET /users`, or
 * `PATCH /streams/{stream_id}`, whose braces are filled in from the parameters.
 *
 * @throws {Refused}
 */
export async function administer<At extends Route>(
  route: At,
  ...[given]: Optional<Given<At>>
): Promise<Answer<Routes[At]>> {
  const caller = administrator.value
  if (caller === undefined) throw new Error('The organisation has no people. Add a person first.')
  const [method = '', template = ''] = route.split(' ')
  const rest: Record<string, unknown> = { ...given }
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest[name] ?? '')
    delete rest[name]
    return encodeURIComponent(value)
  })
  return callAs(caller, method as Method, path, rest)
}
