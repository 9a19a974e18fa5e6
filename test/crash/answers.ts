import type { Simulator } from 'earshot/simulator'

/** The channel in which people talk to the bot. */
export const channel = 'kitchen'

/** Returns what looks for new answers, and tells which messages have one by now. */
export function answersSoFar(simulator: Simulator): () => Promise<ReadonlySet<number>> {
  const { email, apiKey } = simulator.credentials('Desdemona')
  const headers = { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` }
  const found = new Set<number>()
  let last = 0
  return async () => {
    const query = `anchor=${last + 1}&num_before=0&num_after=1000&apply_markdown=false`
    const response = await simulator.fetch(`${simulator.url}/api/v1/messages?${query}`, { headers })
    const { messages } = (await response.json()) as { messages: readonly { id: number; content: string }[] }
    for (const { id, content } of messages) {
      last = id
      const answered = answeredBy(content)
      if (answered !== undefined) found.add(answered)
    }
    return found
  }
}

/** The ID of the message that the bot answers with this text. */
export function answeredBy(text: string): number | undefined {
  const id = /^re:(\d+)$/.exec(text)?.[1]
  return id === undefined ? undefined : Number(id)
}
