import { readSeed } from 'earshot/simulator'
import { runTranscript, type TestChat, type Tested } from 'earshot/testing'

export interface Saved {
  readonly name: string
  readonly text: string
  readonly bot: string
  readonly actions: number
  readonly organisation: { readonly name: string; readonly text: string } | null
  readonly beside: string | null
}

/** Saves what was said in a chat, by the control API. */
export async function save(chat: TestChat, wanted: object = {}): Promise<Saved> {
  const response = await control(chat, '/transcript', wanted)
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as Saved
}

export function control(chat: TestChat, path: string, body: object): Promise<Response> {
  return chat.simulator.fetch(`http://localhost/sim${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** Calls the service's API as somebody. */
export async function call(chat: TestChat, who: string, method: string, path: string, form: Record<string, unknown>) {
  const { email, apiKey } = chat.simulator.credentials(who)
  const query = new URLSearchParams(
    Object.entries(form).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
  const inUrl = method === 'GET' ? `?${query}` : ''
  const response = await chat.simulator.fetch(`http://localhost/api/v1${path}${inUrl}`, {
    method,
    headers: { Authorization: `Basic ${btoa(`${email}:${apiKey}`)}`, 'Earshot-Client': 'playground' },
    ...(method !== 'GET' && { body: query }),
  })
  const answer = (await response.json()) as Record<string, unknown>
  await chat.advance(0)
  return answer
}

/** Plays what was saved with the same bot. */
export function play({ text, organisation }: Saved, bot: Tested) {
  return runTranscript(text, {
    bot,
    file: 'saved.chat',
    ...(organisation && { organisation: readSeed(organisation.text, { name: organisation.name }) }),
  })
}
