import type { Bot } from '../../bot/index.js'
import { about, type Finding } from './finding.js'

/**
 * Commands with `retry: true` that may do something twice, as far as the sources of their handlers show: they post outside of
 * `ctx.once`. Calls of `ctx.client` and `ctx.owner`, and replies, are never repeated by a queue.
 */
export function checkRetries(bots: readonly Pick<Bot, 'declared'>[]): Finding[] {
  const { warning } = about('retries')
  const commands = bots.flatMap(({ declared }) => declared?.routes.commands ?? [])
  return commands.flatMap(({ retry, isAlias, usage, handler }) => {
    const found = retry === true && !isAlias ? posting.exec(withoutOnce(String(handler)))?.[0] : undefined
    if (found === undefined) return []
    return warning(
      `The command \`${usage}\` has \`retry: true\`, and each attempt repeats what it does outside of ctx.once: ${found.trim()}`,
      "Wrap it: await ctx.once('name', () => …), or leave `retry` out and throw a RetryError where nothing was done yet.",
    )
  })
}

/** What HTTP clients call a request that isn't safe to repeat; `ctx.session` and the like are for a reader to judge. */
const posting = /\bmethod\s*:\s*(['"`])(POST|PATCH)\1|\.(post|patch)\s*\(/i

/** A source without what `ctx.once(…)` wraps. Brackets within texts may end it too early, or too late. */
function withoutOnce(source: string): string {
  const [before = '', ...parts] = source.split(/\bonce\s*\(/)
  return [before, ...parts.map(afterBracket)].join(' ')
}

function afterBracket(text: string): string {
  let depth = 1
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    else if (text[at] === ')') depth -= 1
    if (depth === 0) return text.slice(at + 1)
  }
  return ''
}
