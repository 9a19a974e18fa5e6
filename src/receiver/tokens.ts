/** Says whether a token is one of those that are valid. */
export type TokenCheck = (token: string) => boolean

/**
 * Makes the check for a bot's tokens, several of which are valid while one is rotated. Each is compared to its end, and all
 * of them every time, so that the time taken says neither how much of a guess is right nor which token it comes near: it
 * depends on the length of the guess alone.
 */
export function tokenCheck(tokens: readonly string[]): TokenCheck {
  return (token) => {
    let matches = 0
    for (const valid of tokens) matches += isSame(token, valid) ? 1 : 0
    return matches > 0
  }
}

/** Stands in where there is no such bot: does the same work for a token that nobody has. */
export const checkForNobody: TokenCheck = (token) => tokenCheckForNobody(token) && false

const tokenCheckForNobody = tokenCheck(['-'.repeat(32)])

/** Compares all characters of what was given, wherever the first is that differs. */
function isSame(given: string, valid: string): boolean {
  let difference = given.length ^ valid.length
  for (let at = 0; at < given.length; at += 1) difference |= given.charCodeAt(at) ^ valid.charCodeAt(at % valid.length)
  return difference === 0
}
