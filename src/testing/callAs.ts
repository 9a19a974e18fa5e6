import { type EndpointName, endpointNamed, parametersSchema } from '../protocol/index.js'
import type { Realm } from '../simulator/index.js'

/** As a person does in a browser. @throws {RangeError} that names an invalid parameter @throws {Refusal} */
export function callAs<Name extends EndpointName>(
  realm: Realm,
  caller: ReturnType<Realm['account']>,
  name: Name,
  parameters: Readonly<Record<string, unknown>>,
): ReturnType<typeof realm.call<Name>> {
  const read = parametersSchema(endpointNamed(name)).safeParse(parameters)
  if (!read.success) {
    const [issue] = read.error.issues
    throw new RangeError(`${issue?.path.join('.') ?? 'a parameter'}: ${issue?.message ?? 'is wrong'}`)
  }
  // The endpoint's own schema has just read them.
  return realm.call(name, caller, read.data as never, { client: 'website' })
}
