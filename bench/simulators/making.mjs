import { Bot } from '../../dist/index.js'
import { createSimulator } from '../../dist/simulator/index.js'
import { testBot } from '../../dist/testing/index.js'

/** Makes so many simulators, or bots in simulators for tests, one after the other. */
export function start() {
  const making = (make) => async (many) => {
    for (let made = 0; made < many; made += 1) await (await make()).close()
    return true
  }
  return {
    createSimulator: making(() => createSimulator()),
    testBot: making(() => testBot(new Bot().onMention(() => 'Hello.'))),
  }
}
