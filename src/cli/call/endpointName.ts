import { type Endpoint, type EndpointName, endpointNamed, endpoints } from '../../protocol/index.js'
import { nearest } from '../../text/index.js'
import { listInWords } from '../../values.js'
import { UsageError } from '../shared/usageError.js'

const names: readonly EndpointName[] = endpoints.map(({ name }) => name)

/** The endpoint with a name. @throws {UsageError} with what may have been meant, when there is none. */
export function endpointCalled(written: string): Endpoint & { readonly name: EndpointName } {
  const name = names.find((one) => one === written)
  if (name !== undefined) return { ...endpointNamed(name), name }
  const meant = meantBy(written)
  const advice = meant.length === 0 ? 'See them all: earshot call --list' : `Did you mean ${listInWords(meant, 'or')}?`
  throw new UsageError(`No endpoint is called "${written}". ${advice}`)
}

/** The names that somebody may have had in mind, by the likeliest way of being mistaken. */
function meantBy(written: string): readonly string[] {
  const wanted = written.toLowerCase().replaceAll(/[^a-z.]/g, '')
  if (wanted === '') return []
  const near = nearest(wanted, names)
  const guesses: readonly ((name: string) => boolean)[] = [
    (name) => name.toLowerCase() === wanted,
    (name) => name.split('.')[1]?.toLowerCase() === wanted,
    (name) => name === near,
    (name) => name.split('.')[1]?.toLowerCase() === wanted.split('.').at(-1),
    (name) => name.split('.')[0]?.toLowerCase() === wanted.split('.')[0],
    (name) => name.toLowerCase().includes(wanted),
  ]
  const hits = guesses.map((guess) => names.filter(guess)).find((found) => found.length > 0)
  return (hits ?? []).slice(0, 12)
}
