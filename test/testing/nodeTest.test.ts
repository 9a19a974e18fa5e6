import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** As a shell of somebody's would have it. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_OPTIONS$|NODE_ENV$|NODE_TEST)/.test(name)),
)

it("earshot/testing works with Node's test runner", async () => {
  const args = ['--import', 'tsx', '--test', '--test-reporter=tap', 'test/testing/nodeTest/chats.ts']
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env })
  expect(stdout).toMatch(/^# pass 4$/m)
  expect(stdout).toMatch(/^# fail 0$/m)
})
