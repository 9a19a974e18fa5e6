import bolt from '@slack/bolt'
import { secrets } from '../lib/payloads.mjs'

/** Bolt with its HTTP receiver; answers a slash command by its acknowledgement, so that it calls nobody. */
export async function start() {
  const receiver = new bolt.HTTPReceiver({ signingSecret: secrets.slack, logLevel: bolt.LogLevel.ERROR })
  const app = new bolt.App({
    receiver,
    logLevel: bolt.LogLevel.ERROR,
    authorize: async () => ({ botToken: 'unused', botId: 'B1', botUserId: 'U2' }),
  })
  app.command('/echo', async ({ ack, command }) => ack({ text: command.text }))
  const server = await app.start({ port: 0, host: '127.0.0.1' })
  return { url: `http://127.0.0.1:${server.address().port}` }
}
