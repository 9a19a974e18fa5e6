import type { Answer, Params, Routes } from '../../protocol/endpoints/index.js'
import { type Caller, callAs, type Method } from './simulator.js'

type Route = keyof Routes
type Given<At extends Route> = Params<Routes[At]>
type Optional<Fields> = Record<never, never> extends Fields ? [given?: Fields] : [given: Fields]

/**
 * Calls an endpoint of the server's API as one of the accounts: `GET /users`, or
 * `PATCH /streams/{stream_id}`, whose braces are filled in from the parameters. Files travel as a form.
 *
 * @throws {Refused}
 */
export function api<At extends Route>(
  caller: Caller,
  route: At,
  ...[given]: Optional<Given<At>>
): Promise<Answer<Routes[At]>> {
  const [method = '', template = ''] = route.split(' ')
  return callRoute(caller, method, template, { ...given })
}

/** Calls any route. @throws {Refused} */
export function callRoute<Answer>(
  caller: Caller,
  method: string,
  template: string,
  given: Readonly<Record<string, unknown>>,
  client?: string,
): Promise<Answer> {
  const rest: Record<string, unknown> = { ...given }
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest[name] ?? '')
    delete rest[name]
    return encodeURIComponent(value)
  })
  return callAs(caller, method as Method, path, rest, client)
}
