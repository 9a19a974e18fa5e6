import { ApiError, MalformedAnswerError, NetworkError, RedirectError, TimeoutError } from '../../client/index.js'
import { networkTrouble } from '../../networkTrouble.js'
import { dialectIn, dialectOf, speaks, versionOf } from '../../protocol/index.js'
import type { BotCase } from './botCase.js'
import { about } from './finding.js'

export async function checkServer(bot: BotCase) {
  const { client, credentials } = bot
  const { ok, failed } = about('server', bot.email)
  try {
    const settings = await client.server.settings({}, { timeout: callTimeout })
    const observation = bot.observation()
    const wire = observation === undefined ? {} : (JSON.parse(observation.answer.text) as object)
    const spoken = dialectIn(wire)
    const { dialect } = credentials
    if (spoken !== undefined && typeof dialect === 'string' && !speaks(wire, dialectOf(dialect))) {
      const how = 'Remove `dialect` from the section of the bot, and EARSHOT_DIALECT: Earshot detects it.'
      return { finding: failed(`${client.site} speaks the dialect ${spoken.name}`, how) }
    }
    const name = settings.realm_name === undefined ? '' : ` (${settings.realm_name})`
    const level = settings.svc_feature_level
    const version = settings.svc_version ?? versionOf(level)
    const kind = spoken?.name === 'zulip' ? 'a Zulip server' : 'a chat server'
    const finding = ok(`${client.site}${name} is ${kind}, version ${version}`)
    return { finding, server: { level, observation } }
  } catch (error) {
    const { problem, advice } = troubleOf(error, new URL(client.site))
    return { finding: failed(problem, advice) }
  }
}

/** Milliseconds for each call to the server. */
export const callTimeout = 10_000

function troubleOf(error: unknown, url: URL) {
  const site = url.href.replace(/\/$/, '')
  if (error instanceof NetworkError) return networkTrouble(error, url)
  if (error instanceof TimeoutError) {
    return {
      problem: `${site} gave no answer within ${callTimeout / 1000} s`,
      advice: 'Check its load, and any proxy in front of it.',
    }
  }
  if (error instanceof RedirectError) {
    const advice = 'Set the site to the address it redirects to, without /login or the like.'
    return { problem: `${site} redirects to ${error.to ?? 'another address'}; credentials aren't sent there`, advice }
  }
  if (error instanceof MalformedAnswerError) {
    const isDown = error.status >= 500
    return isDown
      ? {
          problem: `${site} is failing: it answers HTTP ${error.status}`,
          advice: 'Try again later, or check its log.',
        }
      : {
          problem: `${site} isn't a supported chat server (HTTP ${error.status})`,
          advice:
            'Set the site to the address where people open the chat, with its path if the organisation is below one.',
        }
  }
  if (error instanceof ApiError) {
    const advice =
      error.status >= 500 || error.status === 429
        ? 'Try again later.'
        : "Set the site to the organisation's own address."
    return { problem: `${site} refused the request for its version: ${error.msg} (HTTP ${error.status})`, advice }
  }
  throw error
}
