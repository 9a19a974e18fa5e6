import { asCode, durationAt } from '../../text/index.js'
import type { ArgumentKind } from './place.js'

export const durationKind: ArgumentKind<number> = {
  expected: `a span of time, such as ${asCode('90s')}, ${asCode('1h30m')} or ${asCode('2 days')}`,
  take({ text, at }) {
    const span = durationAt(text, at)
    return span && { end: span.end, value: () => span.milliseconds }
  },
}
