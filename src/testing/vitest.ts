/** Gives Vitest's `expect` the matchers for chats, with their types: `import 'earshot/testing/vitest'`. */

import { expect } from 'vitest'
import { type ChatMatchers, matchers } from './matchers/matchers.js'

expect.extend(matchers)

export { type TranscriptsOptions, transcripts } from './player/vitest.js'

declare module 'vitest' {
  interface Matchers<T> extends ChatMatchers<T> {}
}
