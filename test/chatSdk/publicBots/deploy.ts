import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Actions, Button, Card, type Chat, emoji, Field, Fields, Select, SelectOption } from 'chat'
import express from 'express'
import type { PublicBot, Served } from './stage.js'

interface Deployment {
  readonly version: string
  readonly to?: string
}

/** A bot in an Express app, as many are: `/deploy` asks where to, a button starts, and the card tells how it went. */
export function deployBot(): PublicBot & { readonly deployed: string[] } {
  const deployed: string[] = []
  return {
    name: 'a deployment bot in an Express app',
    adapter: { slashCommands: ['/deploy'] },
    deployed,
    serve: serveByExpress,
    isOverSockets: true,
    declare(chat) {
      chat.onSlashCommand('/deploy', async ({ channel, text, user }) => {
        const version = text.trim()
        if (!/^v\d+$/.test(version)) {
          await channel.post(`Which version, ${user.fullName}? Write \`/deploy v2\`.`)
          return
        }
        const state: Deployment = { version }
        await channel.setState(state as unknown as Record<string, unknown>)
        await channel.post(
          Card({
            title: `Deploy ${version}`,
            children: [
              Fields([Field({ label: 'Asked by', value: user.fullName }), Field({ label: 'Version', value: version })]),
              Actions([
                Select({
                  id: 'to',
                  label: 'Where to',
                  options: [
                    SelectOption({ label: 'Staging', value: 'staging' }),
                    SelectOption({ label: 'Production', value: 'production' }),
                  ],
                }),
                Button({ id: 'abort', label: 'Abort', value: version }),
              ]),
            ],
          }),
        )
      })
      chat.onAction('to', async ({ adapter, threadId, messageId, value = '', thread }) => {
        deployed.push(value)
        await adapter.editMessage(threadId, messageId, Card({ title: `Deploying to ${value} …`, children: [] }))
        const sent = await thread?.post(`Deployed to **${value}**.`)
        await sent?.addReaction(emoji.rocket)
        await adapter.deleteMessage(threadId, messageId)
      })
      chat.onAction('abort', async ({ adapter, threadId, messageId, value }) => {
        await adapter.editMessage(threadId, messageId, `The deployment of ${value} was aborted.`)
      })
      chat.onReaction([emoji.rocket], async ({ user, thread, added }) => {
        if (added) await thread.post(`Liftoff, ${user.fullName}!`)
      })
    },
  }
}

/** The way from Express' request to a webhook that the Chat SDK's guides show. */
async function serveByExpress(chat: Chat): Promise<Served> {
  const app = express()
  app.post('/webhooks/:platform', express.text({ type: () => true }), async (request, response) => {
    const { platform } = request.params
    const webhook = platform === 'zulip' ? chat.webhooks.zulip : undefined
    if (webhook === undefined) return void response.sendStatus(404)
    const headers = new Headers()
    for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value))
    const url = `http://${request.headers.host}${request.originalUrl}`
    const answer = await webhook(new Request(url, { method: 'POST', headers, body: request.body }))
    response.status(answer.status)
    answer.headers.forEach((value, name) => void response.setHeader(name, value))
    response.send(await answer.text())
  })
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks/zulip`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
