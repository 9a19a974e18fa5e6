/** What a bot on an edge runtime imports, in one file to be bundled. */
export { Bot } from '../../src/index.js'
export { createReceiver } from '../../src/receiver/index.js'
