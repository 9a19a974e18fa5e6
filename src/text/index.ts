/** Reading and writing the chat's Markdown. Pure functions; run anywhere. */

export { codeSpans } from './blocks.js'
export { checkOptions, type OptionNames, unknownOption } from './checkOptions.js'
export { closedSoFar } from './closedSoFar.js'
export {
  type Duration,
  durationParts,
  durationText,
  longestDuration,
  readDuration,
  shortDuration,
} from './duration.js'
export { decodeEntities } from './entities.js'
export { alikeAmong, allTyped, findNumbered, findTyped, fold, withoutBegin, withoutEnd, withoutSigns } from './fold.js'
export { md } from './md/md.js'
export { findMentions, isMentionOf, type Mention, type Mentioned, wildcards, withoutMentionsOf } from './mentions.js'
export { foreignLetters, meantOr, nearest, slips } from './nearest.js'
export { type OwnWords, ownWords, type Quoted } from './ownWords.js'
export { quoteBlocks, readAttribution } from './quotations.js'
export { asCode, codeSafe, escapeMentions, quoteSafe } from './quoteSafe.js'
export { isWellFormed, sendable } from './sendable.js'
export { sha256 } from './sha256.js'
export { type GrowingParts, growingParts, longestTail } from './split/growingParts.js'
export { splitText } from './split/splitText.js'
export { findUploads, type UploadLink, uploadAddress } from './uploads.js'
