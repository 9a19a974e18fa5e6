/** What a bot is tested with: a simulated organisation around it. */

export { type LoggedLine, type Speaker, type TestBotOptions, type TestChat, testBot } from './testBot.js'
