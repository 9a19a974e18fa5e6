import type { ShownLetter } from '../shownQueue.js'

/** Why a letter is dead, as a sentence. */
export function reasonSentence({ reason, attempts, crashes }: ShownLetter): string {
  if (reason === 'failed')
    return `Its handler failed${attempts === 1 ? '' : ` ${attempts} times`}; its sender was told.`
  if (reason === 'crashed') return `Processes died with it, ${crashes} times.`
  return 'A process died, or a connection broke, between sending something and knowing that it was sent.'
}

/** What was done for it, and what came of that, in words. Whatever stands in a store that others write is put up with. */
export function ledgerWords({ key, outcome }: ShownLetter['ledger'][number]): { what: string; says: string } {
  const what = decoded(key.replace(digest, ''))
  if (outcome === undefined) return { what, says: 'It was begun, and nobody knows whether it was done.' }
  const { done, value } = Object(parsed(outcome)) as { done?: unknown; value?: unknown }
  if (done === false) return { what, says: 'It was not done.' }
  if (done === true && typeof value === 'number') return { what, says: `It was sent, as message ${value}.` }
  return { what, says: 'It was done.' }
}

/** Of the text that was sent, by which it is found again. */
const digest = / [0-9a-f]{64}$/

/** JSON as data; what is none as it is. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
