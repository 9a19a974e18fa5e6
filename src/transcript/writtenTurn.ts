import type { Turn } from './transcript.js'

/** A turn as it is written, in its brackets. */
export function writtenTurn(turn: Turn): string {
  switch (turn.kind) {
    case 'later':
      return `[${turn.by} later]`
    case 'until':
      return `[at ${turn.time}]`
    case 'level':
      return `[level ${turn.level}]`
    case 'fault':
      return `[fault: ${turn.sentence}]`
    default:
      return `[${turn.kind}]`
  }
}
