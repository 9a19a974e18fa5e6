import { Bot, md, UserError } from 'earshot'
import { ApiError, MalformedAnswerError } from 'earshot/client'
import { changeOf, featureLevels, hasFeature, isAddition } from 'earshot/protocol'
import { sayRefusal } from '../refusals.js'
import { statusPage } from './statusPage.js'

const nothingPosted = "Nothing was posted to me: I take my messages from the server's events."

/** Tells what the server is, what it can't do yet, and what it sends to bots. */
export function createServer(): Bot {
  const bot = new Bot({ name: 'server' })

  bot.command('status', { description: 'Show what the server is, and how people log in' }, async ({ client, signal }) =>
    statusPage(await client.server.settings({}, { signal })),
  )

  bot.command('missing', { description: 'List what this server is too old for' }, async ({ client, signal }) => {
    const { svc_feature_level: level } = await client.server.settings({}, { signal })
    // Additions of single fields and parameters would make a list that nobody reads.
    const missing = featureLevels.filter(({ id }) => !isAddition(id) && !hasFeature(level, id))
    if (missing.length === 0) return `This server, at feature level ${level}, can do everything that I know of.`
    const lines = missing.map(
      (row) => `- ${changeOf(row).replace(/ The exact level is unknown.*/, '')} (level ${row.level})`,
    )
    return [`This server is at feature level ${level}. Newer ones differ in this:`, '', ...lines].join('\n')
  })

  bot.command(
    'delivery',
    { description: 'Show what the server has sent me of your message, for those who write bots' },
    async ({ client, signal, message }) => {
      const latest = await client.outgoingWebhook.latest({}, { signal }).catch((error: unknown) => {
        // The endpoint is declared, but servers may have nothing there, and say so in JSON or by a page.
        const isAnswer = error instanceof ApiError || error instanceof MalformedAnswerError
        if (isAnswer && error.status === 404) return undefined
        if (isAnswer && error.status === 400) throw new UserError(nothingPosted)
        throw error
      })
      if (latest === undefined) return 'This server does not tell what it sends.'
      // Somebody else may have written to me meanwhile, and what they wrote is theirs.
      if (latest.message.id !== message.id) throw new UserError('Another message came in between. Please ask again.')
      const { result, msg, ...delivery } = latest
      return md.codeBlock(JSON.stringify({ ...delivery, token: '(kept secret)' }, undefined, 2), 'json')
    },
  )

  return bot.catch(sayRefusal)
}
