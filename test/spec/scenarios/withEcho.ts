import { type Bakery, openBakery } from '../bakery.js'
import { including } from '../matchers.js'
import { type RawRequest, serve } from '../wire.js'

export interface Stage extends Bakery {
  /** What the bot Echo has been sent. */
  readonly posted: readonly RawRequest[]
  /** Sends a message, and waits until nothing is on its way to a bot. */
  say(as: string, form: string): Promise<number>
  /** The notifications that arrived, as objects. */
  notifications(): readonly Record<string, unknown>[]
  /** Channel messages of a topic, or those between two people, as sender and text. */
  conversation(narrow: readonly object[]): Promise<readonly (readonly [sender: string, text: string])[]>
}

/** Plays in a bakery whose bot Echo lives at an address served by hand, and always answers the same. */
export async function withEcho(
  { answer = '{"response_not_required": true}', status = 200, featureLevel = 496 },
  act: (stage: Stage) => Promise<void>,
): Promise<void> {
  const posted: RawRequest[] = []
  const bot = await serve((request) => {
    posted.push(request)
    return { status, body: answer }
  })
  const bakery = await openBakery({ featureLevel })
  try {
    bakery.simulator.connect('echo', `${bot.url}/hook`)
    await act({
      ...bakery,
      posted,
      async say(as, form) {
        const sent = { status: 200, body: including({ result: 'success' }) }
        const { body } = await bakery.play({ as, request: 'POST /api/v1/messages', form, answer: sent })
        await bakery.simulator.idle()
        return (body as { id: number }).id
      },
      notifications: () => posted.map(({ body }) => JSON.parse(body)),
      async conversation(narrow) {
        const { body } = await bakery.play({
          as: 'iago',
          request: `GET /api/v1/messages?anchor=newest&num_before=100&num_after=0&apply_markdown=false&narrow=${encodeURIComponent(JSON.stringify(narrow))}`,
          answer: { status: 200, body: including({ result: 'success' }) },
        })
        const { messages } = body as { messages: { sender_full_name: string; content: string }[] }
        return messages.map(({ sender_full_name, content }) => [sender_full_name, content])
      },
    })
  } finally {
    await bakery.close()
    await bot.close()
  }
}
