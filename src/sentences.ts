/** A bot's built-in sentences in several languages, for `new Bot({ sentences })`. */

export type { SentencesContext, SentencesOption } from './bot/sentences/choose.js'
export type { DateWords } from './bot/sentences/dateWords.js'
export { english } from './bot/sentences/english.js'
export { french } from './bot/sentences/french.js'
export { german } from './bot/sentences/german.js'
export { japanese } from './bot/sentences/japanese.js'
export type { Sentences } from './bot/sentences/sentences.js'
export { spanish } from './bot/sentences/spanish.js'
