import { createSimulator, type SimulatorOptions } from 'earshot/simulator'

type Reply = { readonly status: number; readonly headers: Headers; readonly body: Record<string, unknown> }

/** Calls an endpoint of a simulator as somebody. */
export type CallAs = (who: string, method: string, path: string, fields?: Record<string, string>) => Promise<Reply>

/** Does something with a simulator whose clock stands still, and closes it. */
export async function withSimulator<Result>(
  options: SimulatorOptions,
  run: (simulator: ReturnType<typeof createSimulator>, call: CallAs) => Promise<Result> | Result,
): Promise<Result> {
  const simulator = createSimulator({ clock: 'frozen', ...options })
  const call: CallAs = async (who, method, path, fields = {}) => {
    const { email, apiKey } = simulator.credentials(who)
    const form = new URLSearchParams(fields)
    const response = await simulator.fetch(`${simulator.url}/api/v1${path}${method === 'GET' ? `?${form}` : ''}`, {
      method,
      headers: { authorization: `Basic ${btoa(`${email}:${apiKey}`)}`, 'earshot-show': 'assumptions' },
      ...(method !== 'GET' && { body: form }),
    })
    return { status: response.status, headers: response.headers, body: (await response.json()) as Reply['body'] }
  }
  try {
    return await run(simulator, call)
  } finally {
    await simulator.close()
  }
}
