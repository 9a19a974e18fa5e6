import { relative } from 'node:path'
import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'

/** Files that take longest, the longest first. The times of the others differ less than is lost by waiting for one of these. */
export const longest = [
  'test/crash/otherWays.test.ts',
  'test/crash/crash.test.ts',
  'test/package/templates.test.ts',
  'test/node/attack.test.ts',
  'test/queue/redisQueue.test.ts',
  'test/playground/browser/storm.test.ts',
  'test/playground/browser/code.test.ts',
  'test/playground/browser/messages.test.ts',
  'test/playground/browser/layout.test.ts',
  'test/playground/browser/chat.test.ts',
  'test/simulator/openapi/answers.test.ts',
  'test/playground/browser/organisation.test.ts',
  'test/listener/listener.test.ts',
  'test/queue/worker.test.ts',
  'test/playground/browser/newcomer.test.ts',
  'test/playground/browser/deadLetters.test.ts',
  'test/simulator/openapi/openApi.test.ts',
  'test/docs/code.test.ts',
  'test/conformance/levels.test.ts',
  'bots/otherLevels.test.ts',
  'test/playground/browser/overlays.test.ts',
  'test/playground/browser/screens.test.ts',
  'test/bench/held.test.ts',
  'test/bench/smoke.test.ts',
  'test/playground/browser/hostile.test.ts',
  'test/package/pack.test.ts',
  'test/cli/serve.test.ts',
  'test/cli/mcp/process.test.ts',
  'test/cli/dev.test.ts',
  'test/cli/devPlayground.test.ts',
  'test/cli/record/record.test.ts',
  'test/cli/start.test.ts',
]

/**
 * Begins with what takes longest, so that no worker is left with it when the other has nothing more to do. Vitest does so
 * where it has run the tests before, which it has not in a fresh clone.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ moduleId }: TestSpecification) => {
      const place = longest.indexOf(relative(this.ctx.config.root, moduleId).replaceAll('\\', '/'))
      return place === -1 ? longest.length : place
    }
    return sorted.sort((one, other) => rank(one) - rank(other))
  }
}
