/** Bots of the Chat SDK on Zulip: `createZulipAdapter`. Needs the packages `chat` and `@chat-adapter/shared`. */

export { createZulipAdapter, ZulipAdapter } from './adapter.js'
export { throwErrorParts } from './errorParts.js'
export type { ZulipRawMessage } from './incoming.js'
export { fromCommonMark } from './markdown/growing.js'
export type { ZulipAdapterOptions } from './options.js'
export type { ZulipThreadId } from './threadId.js'
