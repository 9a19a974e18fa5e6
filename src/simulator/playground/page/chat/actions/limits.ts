import { counted } from '../../bar/readout.js'

/** What the service says of how long something may be done. Null is for ever; undefined is that it does not say. */
export type Limit = number | null | undefined

/** How long a message may still be changed, in words; undefined where there is no limit to tell of, or no time. */
export function timeLeft(sent: number, limit: Limit, now: number | undefined): string | undefined {
  if (limit === null || limit === undefined || now === undefined) return undefined
  const left = sent + limit - Math.floor(now / 1000)
  // The service alone decides; its clock may be changed at any time.
  if (left <= 0) return `Its time was up ${roundedText(-left)} ago; the service may refuse this.`
  return `Can be changed for another ${roundedText(left)}.`
}

/**
 * How many characters more a text may have, told when it gets close; undefined while there is room. The service refuses
 * no message or topic that is too long: it cuts it.
 */
export function roomLeft(text: string, most: number | undefined): string | undefined {
  if (most === undefined) return undefined
  const left = most - [...text].length
  if (left < 0) return `${-left} ${-left === 1 ? 'character' : 'characters'} too long: the end will be cut`
  return left <= Math.max(20, most / 20) ? `${left} left` : undefined
}

/** Rounded, so that it tells no more than anybody wants to know. */
function roundedText(seconds: number): string {
  const [length, unit] =
    seconds < 90
      ? [1, 'second']
      : seconds < 5400
        ? [60, 'minute']
        : seconds < 172_800
          ? [3600, 'hour']
          : [86_400, 'day']
  return counted(Math.round(seconds / length), unit)
}
