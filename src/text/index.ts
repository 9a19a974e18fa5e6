/** Reading and writing the chat's Markdown. Pure functions; run anywhere. */

export { codeSpans } from './codeSpans.js'
export { cutToLimit } from './cutToLimit.js'
export { escapeMentions } from './escapeMentions.js'
export { findMentions, isMentionOf, type Mention, type Mentioned } from './mentions.js'
export { nearest, slips } from './nearest.js'
export { asCode, codeSafe, quoteSafe } from './quoteSafe.js'
export { sendable } from './sendable.js'
export type { Span } from './span.js'
export { splitText } from './split/splitText.js'
export { withoutMentionsOf } from './withoutMentionsOf.js'
