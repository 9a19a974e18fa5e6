import type { Client } from '../../client/index.js'
import { errorMessage } from '../../values.js'
import type { DriftChannel } from './question.js'

/** Creates a private channel with one message in it. @param created Is told of the channel as soon as it is there. */
export async function openChannel(client: Client, created: DriftChannel[]): Promise<DriftChannel> {
  const name = `earshot drift ${Math.random().toString(36).slice(2, 8)}`
  const description = 'Created by `earshot drift`, and archived when it ends.'
  await client.subscriptions.add({ subscriptions: [{ name, description }], invite_only: true })
  const { stream_id: id } = await client.streams.getId({ stream: name })
  const channel = { id, name, topic: 'drift' }
  created.push(channel)
  await client.messages.send({ type: 'channel', to: id, topic: channel.topic, content: description })
  return channel
}

/** Deletes what was written, and archives the channel. Returns what couldn't be removed. */
export async function removeChannel(client: Client, { id, name, topic }: DriftChannel): Promise<readonly string[]> {
  const left: string[] = []
  const attempt = async (what: string, remove: () => Promise<unknown>) => {
    try {
      await remove()
    } catch (error) {
      left.push(`${what}: ${errorMessage(error)}`)
    }
  }
  await attempt(`the messages in #${name}`, () => client.streams.deleteWholeTopic({ stream_id: id, topic_name: topic }))
  await attempt(`the channel #${name}`, () => client.streams.archive({ stream_id: id }))
  return left
}
