import { noticeText, serverTexts } from '../../../protocol/index.js'
import { type Element, finished } from './element.js'
import type { Environment } from './environment.js'
import { type InlineRule, patternRule } from './inline.js'
import { readTime } from './readTime.js'

/** `<time:…>`: a date and time in any usual form, or UNIX seconds. Without a time zone it is UTC. */
export function times({ world }: Environment): InlineRule {
  return patternRule('<time:', /<time:([^>]*)>/g, ([whole, text = '']): Element | string => {
    const time = readTime(text, world.clock.now())
    if (time !== undefined) return finished('time', { datetime: time }, text)
    if (world.has('invalidTimesAsText')) return whole
    return finished('span', { class: 'timestamp-error' }, noticeText(serverTexts.invalidTime, { text }))
  })
}
