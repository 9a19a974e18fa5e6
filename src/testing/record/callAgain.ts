import { type EndpointName, endpointNamed, toWirePath } from '../../protocol/index.js'
import { unnoticed } from '../../simulator/transcribe/roles.js'
import { isObject } from '../../values.js'
import { type IdKind, kindOf, kindOfPath } from './aliases.js'
import type { RecordedCall, RecordedFile } from './recording.js'
import type { Stage } from './stage.js'

/** Repeats calls that changed something. @throws {RangeError} if the simulator refuses one */
export function createCallAgain({ simulator, aliases, bot }: Stage) {
  const left = new Set(
    [...unnoticed].map((name) => toWirePath(simulator.dialect, endpointNamed(name as EndpointName).path)),
  )

  return async ({ method, path, fields, file, caller }: RecordedCall, answer: unknown): Promise<void> => {
    const account = (caller === undefined ? undefined : aliases.accountOf(caller)?.id) ?? bot
    const isReading = method === 'GET' || method === 'HEAD'
    // Reads with the owner's credentials are repeated too, since they show that the bot has them.
    if ((isReading && account === bot) || !path.startsWith('/api/v1/') || left.has(path.slice('/api/v1'.length))) return
    const { email, apiKey } = simulator.credentials(account)
    const target: IdKind = isToChannel(fields) ? 'stream' : 'user'
    const changed = Object.entries(fields).map(
      ([name, value]) => [name, String(aliases.value(value, name, name === 'to' ? target : kindOf(name)))] as const,
    )
    const body = file === undefined ? new URLSearchParams() : new FormData()
    for (const [name, value] of changed) body.append(name, value)
    if (file !== undefined && body instanceof FormData) body.append('file', fileAgain(file), aliases.text(file.name))
    const query = isReading || method === 'DELETE' ? `?${new URLSearchParams(Object.fromEntries(changed))}` : ''
    const response = await simulator.fetch(`${simulator.url}${aliases.path(path)}${query}`, {
      method,
      headers: { authorization: `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}` },
      ...(!isReading && { body }),
    })
    const now: unknown = await response.json().catch(() => undefined)
    if (isReading) return
    if (!response.ok) throw new RangeError(isObject(now) ? String(now.msg) : `status ${response.status}`)
    learn(answer, now, kindOfPath(path))
  }

  /** Learns the ID and path in the simulator of what a call created. */
  function learn(recorded: unknown, now: unknown, ofCall: IdKind): void {
    if (!isObject(recorded) || !isObject(now)) return
    for (const [name, was] of Object.entries(recorded)) {
      const is = now[name]
      if (typeof was === 'number' && typeof is === 'number' && /(^|_)id$/.test(name))
        aliases.learn(name === 'id' ? ofCall : kindOf(name), was, is)
      if (typeof was === 'string' && typeof is === 'string' && was.startsWith('/user_uploads/')) aliases.rename(was, is)
    }
  }
}

const isToChannel = ({ type, to = '' }: RecordedCall['fields']) =>
  type === undefined ? !to.startsWith('[') : type === 'stream' || type === 'channel'

/** The file; zeros of the same length if its content wasn't recorded. */
const fileAgain = ({ text, bytes, type }: RecordedFile) => new Blob([text ?? new Uint8Array(bytes)], { type })
