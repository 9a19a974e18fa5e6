import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { detourFor } from '../../client/call/fallbacks.js'
import {
  type Endpoint,
  endpoints,
  endpointsAt,
  type FeatureId,
  featureRow,
  newestFeatureLevel,
  versionOf,
  visibilityPolicies,
} from '../../protocol/index.js'
import { about, type Finding } from './finding.js'

export function checkLevel(level: number, used: readonly Endpoint[] | undefined, bot: string): Finding {
  const { ok, warning, failed } = about('level', bot)
  const says = `The server's feature level is ${level} (${versionOf(Math.min(level, newestFeatureLevel))})`
  const there = new Set(endpointsAt(level).map(({ name }) => name))
  const missing = (used ?? endpoints).filter(({ name, since }: Endpoint) => since !== undefined && !there.has(name))
  if (used === undefined) {
    if (missing.length === 0) return ok(`${says}, which has every endpoint`)
    return ok(
      `${says}; ${missing.length} of ${endpoints.length} endpoints need a newer one. Give the bot's file to check the endpoints it calls`,
    )
  }
  const [first] = missing
  if (first === undefined) return ok(`${says}, ${enough(used.length)}`)
  const list = missing.map((one) => `${one.name} (from level ${levelOf(one)} on)`).join(', ')
  if (missing.every(hasOlderWay)) {
    return warning(
      `${says}; ${list} works through an older equivalent where there is one`,
      'Upgrade the server to use all of it.',
    )
  }
  return failed(
    `${says}; the bot calls endpoints that it doesn't have: ${list}`,
    'Upgrade the server, or check client.supports(…) before the call.',
  )
}

function enough(calls: number): string {
  if (calls === 0) return 'and no call of an endpoint was found in the bot'
  return `which is enough for the ${calls === 1 ? 'endpoint' : `${calls} endpoints`} that the bot calls`
}

function levelOf({ since }: Endpoint): number {
  return since === undefined ? 0 : featureRow(since as FeatureId).level
}

function hasOlderWay({ name, since }: Endpoint): boolean {
  return (
    detourFor(name, since === undefined ? [] : [since], { visibility_policy: visibilityPolicies.muted }) !== undefined
  )
}

/** The endpoints that a bot calls, by whose credentials. */
export interface EndpointsCalled {
  readonly client: readonly Endpoint[]
  readonly owner: readonly Endpoint[]
}

/**
 * The endpoints that a file and its relative imports call, as far as the text of the code shows; but for those for which it
 * asks `client.supports`.
 */
export async function endpointsCalled(file: string): Promise<EndpointsCalled> {
  const names = { client: new Set<string>(), owner: new Set<string>(), asked: new Set<string>() }
  const seen = new Set<string>()
  const waiting = [resolve(file)]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    const text = await readFile(path, 'utf8').catch(() => '')
    for (const [, as, namespace, method] of text.matchAll(calls)) {
      names[as === 'owner' ? 'owner' : 'client'].add(`${namespace}.${method}`)
    }
    for (const [, name = ''] of text.matchAll(questions)) names.asked.add(name)
    for (const [, imported = ''] of text.matchAll(imports)) waiting.push(...spellings(resolve(dirname(path), imported)))
  }
  const named = (wanted: ReadonlySet<string>) =>
    endpoints.filter(({ name }) => wanted.has(name) && !names.asked.has(name))
  return { client: named(names.client), owner: named(names.owner) }
}

const calls = /\b(client|owner)\s*\??\.\s*(\w+)\s*\.\s*(\w+)\s*\(/g
const questions = /\bsupports\s*\(\s*['"](\w+\.\w+)['"]/g
const imports = /\b(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g

/** TypeScript is imported under the name of its JavaScript, or without an extension. */
function spellings(path: string): string[] {
  return [path, path.replace(/\.js$/, '.ts'), `${path}.ts`, `${path}.js`]
}
