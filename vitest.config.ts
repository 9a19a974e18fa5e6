import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/longestFirst.js'

const source = (path: string) => fileURLToPath(new URL(`./src/${path}`, import.meta.url))

/** Tests that start processes or browsers: there is more to wait for. */
const apart = [
  ...[
    'test/bench/**/*.test.ts',
    'test/cli/**/*.test.ts',
    'test/node/**/*.test.ts',
    'test/package/**/*.test.ts',
    'test/playground/**/*.test.ts',
  ],
  ...['test/crash/**/*.test.ts', 'test/scripts/**/*.test.ts', 'test/simulator/disk/**/*.test.ts'],
]
/** Tests of a package that changes what is global. */
const withZulipJs = ['test/simulator/zulip-js.test.ts']

/** Where the tests run once more, on another Node: what is the same there. See scripts/steps/everyNode.mjs. */
const leftOut = (process.env.EARSHOT_LEFT_OUT ?? '').split(' ').filter(Boolean)

export default defineConfig({
  resolve: {
    alias: [
      { find: /^earshot$/, replacement: source('index.ts') },
      { find: /^earshot\/edge$/, replacement: source('edge.ts') },
      { find: /^earshot\/linkify$/, replacement: source('linkify.ts') },
      { find: /^earshot\/testing\/vitest$/, replacement: source('testing/vitest.ts') },
      { find: /^earshot\/client$/, replacement: source('node/client.ts') },
      {
        find: /^earshot\/(protocol|receiver|simulator|testing|node|opentelemetry)$/,
        replacement: source('$1/index.ts'),
      },
    ],
  },
  test: {
    // Whatever is waited for comes at once on a machine that is idle; one that is busy is no reason to fail.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    // One fewer than there are, unless told otherwise: on a machine with two, that leaves one idle.
    maxWorkers: '100%',
    // What a file imports is kept for the files after it: loading it anew for each takes as long as the tests.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: ['test/**/*.test.ts', 'bots/**/*.test.ts', 'templates/**/*.test.ts'],
          // The tests of some templates are for other runtimes: see test/package.
          exclude: [...apart, ...withZulipJs, ...leftOut, 'templates/bun/**', 'templates/deno/**'],
        },
      },
      // A machine that is busy with something else makes a browser late. In CI such a test has a second try, and the run names it:
      // see scripts/steps/tests.mjs, which allows for a few of them only.
      {
        extends: true,
        test: {
          name: 'apart',
          include: apart,
          exclude: leftOut,
          globalSetup: 'test/cli/installed.ts',
          testTimeout: 120_000,
          hookTimeout: 120_000,
          retry: process.env.CI ? 1 : 0,
        },
      },
      { extends: true, test: { name: 'with zulip-js', include: withZulipJs, isolate: true } },
    ],
  },
})
