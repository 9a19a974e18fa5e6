import { ApiError, UnsupportedByServerError } from 'earshot'

/** What people are told when the service refuses what a bot asks of it; nothing for any other error. */
export function sayRefusal(error: unknown): string | undefined {
  if (error instanceof UnsupportedByServerError) {
    return `This server is too old for that: it has feature level ${error.serverLevel}, and ${error.neededLevel} is needed.`
  }
  if (error instanceof ApiError) return `The server refused: ${error.msg}`
  return undefined
}
