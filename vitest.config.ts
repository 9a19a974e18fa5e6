import { availableParallelism } from 'node:os'
import { env } from 'node:process'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/longestFirst.js'

const source = (path: string) => fileURLToPath(new URL(`./src/${path}`, import.meta.url))

const { EARSHOT_UNDICI: undici, EARSHOT_CHAT: chat } = env

/** Tests that start processes. */
const process = [
  'test/cli/**/*.test.ts',
  'test/crash/**/*.test.ts',
  'test/node/**/*.test.ts',
  'test/simulator/disk/**/*.test.ts',
]
/** Tests of the playground's page in Chromium: with each commit a journey for each screen, and the rest with what is released. */
const everyBrowser = 'test/playground/browser/**/*.test.ts'
const journeys = [
  'test/playground/browser/{badInput,bar,budget,connection,deadLetters,events,faults,longText,newcomer,organisation,outcome,start}.test.ts',
]
/**
 * Slow tests of what is released. `.ci/run` and `npm run test:full` run them: the package, templates on their runtimes, benchmarks, MCP;
 * and what a quicker test holds in part.
 */
const release = [
  ...['test/bench/**/*.test.ts', 'test/package/**/*.test.ts', 'test/testing/{explore,record}/bundled.test.ts'],
  ...['test/cli/mcp/process.test.ts', 'test/scripts/screenshots.test.ts'],
  // The examples of the documentation, which `npm test` only compiles.
  'test/docs/run.test.ts',
  // Every level's description.
  'test/simulator/openapi/{answers,openApi}.test.ts',
  // A Redis of 100 MB that is filled, and an attack by 100 MB.
  ...['test/queue/fullRedis.test.ts', 'test/node/attack.test.ts'],
  // Each kind of answer while each call fails in each way.
  'test/bot/arrival/arrives.test.ts',
  // Disasters beside those of `crash.test.ts`, and processes of commands whose parts other tests hold.
  ...['test/crash/otherWays.test.ts', 'test/cli/{devPlayground,startOptions}.test.ts', 'test/testing/nodeTest.test.ts'],
  // Handlers of the Chat SDK that take seconds of real time, processes that are killed, and a state in Postgres.
  'test/chatSdk/{crash,realTime,postgres,publicBots/deploy}.test.ts',
  // The bundled bots on levels between those where something changes for them, and for days of events.
  'bots/otherLevels.test.ts',
]
/** The site of the documentation, once it is built. */
const site = ['test/site/**/*.test.ts']
/** Tests of a package that changes globals. */
const isolated = ['test/simulator/zulip-js.test.ts']

const installed = 'test/cli/installed.ts'

export default defineConfig({
  resolve: {
    alias: [
      // Another undici than the one that is installed: a path.
      ...(undici === undefined ? [] : [{ find: /^undici$/, replacement: undici }]),
      // Other packages of the Chat SDK than those that are installed: the folder of their `node_modules`.
      ...(chat === undefined
        ? []
        : [{ find: /^(chat|@chat-adapter\/(?:shared|state-memory))$/, replacement: `${chat}/$1/dist/index.js` }]),
      { find: /^earshot$/, replacement: source('index.ts') },
      {
        find: /^earshot\/(client|emoji|linkify|observe|protocol|queue|receiver|sentences|storage)$/,
        replacement: source('$1.ts'),
      },
      { find: /^earshot\/testing\/vitest$/, replacement: source('testing/vitest.ts') },
      { find: /^earshot\/chat-sdk\/testing$/, replacement: source('testing/testChat.ts') },
      { find: /^earshot\/chat-sdk$/, replacement: source('chatSdk/index.ts') },
      {
        find: /^earshot\/(assistant|listener|simulator|testing|node|opentelemetry)$/,
        replacement: source('$1/index.ts'),
      },
    ],
  },
  test: {
    // These end what hangs. What is waited for comes at once on an idle machine; a busy machine is no reason to fail.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    // A third of the time the tests wait for processes, Chromium and Redis.
    maxWorkers: availableParallelism() + 1,
    // Importing the sources anew for each file takes as long as the tests.
    isolate: false,
    // Files share their worker: what one has replaced is back before the next test.
    unstubGlobals: true,
    unstubEnvs: true,
    // What was compiled for the run before need not be again.
    experimental: { fsModuleCache: true },
    sequence: { sequencer: LongestFirst },
    setupFiles: ['test/seed.ts', 'test/emptyTables.ts', 'test/leftRunning.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // A test that asserts nothing can't fail.
          expect: { requireAssertions: true },
          include: ['test/**/*.test.ts', 'bots/**/*.test.ts', 'templates/**/*.test.ts'],
          // Two templates have tests for other runtimes: test/package runs them.
          exclude: [
            ...process,
            everyBrowser,
            ...release,
            ...site,
            ...isolated,
            'templates/bun/**',
            'templates/deno/**',
          ],
        },
      },
      { extends: true, test: { name: 'isolated', include: isolated, isolate: true } },
      { extends: true, test: { name: 'process', include: process, exclude: release, globalSetup: installed } },
      { extends: true, test: { name: 'browser', include: journeys } },
      { extends: true, test: { name: 'site', include: site } },
      {
        extends: true,
        test: { name: 'release', include: [...release, everyBrowser], exclude: journeys, globalSetup: installed },
      },
    ],
  },
})
