import { ApiError, type Context, UnsupportedByServerError, UserError } from 'earshot'
import { type FeatureId, featureRow } from 'earshot/protocol'

/** What people are told when the service refuses what a bot asks of it; nothing for any other error. */
export function sayRefusal(error: unknown): string | undefined {
  if (error instanceof UnsupportedByServerError) return tooOld(error.serverLevel, error.neededLevel)
  if (error instanceof ApiError) return `The server refused: ${error.msg}`
  return undefined
}

/**
 * Goes on only if the server has a feature, so that people aren't asked for a confirmation of what can't be done.
 *
 * @throws {UserError} when the server is too old; the sender reads which version it needs.
 */
export async function requireFeature({ client }: Context, feature: FeatureId): Promise<void> {
  if (await client.supports(feature)) return
  throw new UserError(tooOld(await client.featureLevel(), featureRow(feature).level))
}

const tooOld = (level: number, needed: number) =>
  `This server is too old for that: it has feature level ${level}, and ${needed} is needed.`
