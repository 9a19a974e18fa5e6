import { sameDigest, sha256 } from './sha256.js'

/** Says whether a token is one of those that are valid. */
export type TokenCheck = (token: string) => boolean

/**
 * Makes the check for a bot's tokens, several of which are valid while one is rotated. Digests are compared, and all of
 * them every time, so that the time taken says neither how much of a guess is right nor which token it comes near.
 */
export function tokenCheck(tokens: readonly string[]): TokenCheck {
  return checkAgainst(tokens.map(sha256))
}

/** Stands in where there is no such bot: does the same work for a digest that no token has. */
export const checkForNobody: TokenCheck = checkAgainst(['-'.repeat(64)])

function checkAgainst(digests: readonly string[]): TokenCheck {
  return (token) => {
    const given = sha256(token)
    let matches = 0
    for (const digest of digests) matches += sameDigest(given, digest) ? 1 : 0
    return matches > 0
  }
}
