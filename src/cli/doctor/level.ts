import { detourFor } from '../../client/call/fallbacks.js'
import { preparedFor, unmet } from '../../client/call/prepared.js'
import {
  type Endpoint,
  endpoints,
  endpointsAt,
  featureRow,
  newestFeatureLevel,
  versionOf,
  visibilityPolicies,
} from '../../protocol/index.js'
import type { BotUses, ExpectedCall } from './botUses.js'
import { about, type Finding } from './finding.js'

export function checkLevel(level: number, uses: BotUses | undefined, bot: string): Finding {
  const { ok, warning, failed } = about('level', bot)
  const says = `The server's feature level is ${level} (${versionOf(Math.min(level, newestFeatureLevel))})`
  const there = new Set<string>(endpointsAt(level).map(({ name }) => name))
  const used = uses && [...new Set([...uses.client, ...uses.owner])]
  const missing = (used ?? endpoints).filter(
    ({ name, since, until }: Endpoint) => (since ?? (used && until)) !== undefined && !there.has(name),
  )
  if (used === undefined) {
    if (missing.length === 0) return ok(`${says}, which has every endpoint`)
    return ok(
      `${says}; ${missing.length} of ${endpoints.length} endpoints need a newer one. Give the bot's file to check those in its transcripts`,
    )
  }
  const parts = (uses?.expected ?? []).filter(({ endpoint }) => there.has(endpoint)).flatMap(partsMissing)
  if (missing.length === 0 && parts.length === 0) return ok(`${says}, ${enough(used.length)}`)
  const list = [...missing.map((one) => `${one.name} (${levelWords(one)})`), ...new Set(parts)].join(', ')
  if (parts.length === 0 && missing.every(hasOlderWay)) {
    return warning(
      `${says}; ${list} works through an older equivalent where there is one`,
      'Upgrade the server to use all of it.',
    )
  }
  return failed(
    `${says}; the bot calls what it doesn't have: ${list}`,
    'Upgrade the server, or check client.supports(…) before the call.',
  )

  /** What the server lacks of an expected call, besides the endpoint: a parameter, or one of its values. */
  function partsMissing({ endpoint, params, isAt }: ExpectedCall): string[] {
    const lacking = isAt(level) ? unmet(preparedFor(endpoint).requirements, params, level) : []
    const ids = lacking.map(({ id }) => id)
    if (ids.length === 0 || detourFor(endpoint, ids, params) !== undefined) return []
    return ids.map((id) => {
      const { appliesTo, level: since } = featureRow(id)
      return `${endpoint} with ${appliesTo.parameter ?? 'a value of it'} (from level ${since} on)`
    })
  }
}

function enough(calls: number): string {
  if (calls === 0) return 'and no transcript beside the bot shows it call an endpoint'
  return `which is enough for the ${calls === 1 ? 'endpoint' : `${calls} endpoints`} in the bot's transcripts`
}

function levelWords({ since, until }: Endpoint): string {
  if (until !== undefined) return `below level ${featureRow(until).level} only`
  return `from level ${since === undefined ? 0 : featureRow(since).level} on`
}

function hasOlderWay({ name, since }: Endpoint): boolean {
  return (
    detourFor(name, since === undefined ? [] : [since], { visibility_policy: visibilityPolicies.muted }) !== undefined
  )
}
