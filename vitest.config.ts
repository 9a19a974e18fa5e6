import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const source = (path: string) => fileURLToPath(new URL(`./src/${path}`, import.meta.url))

export default defineConfig({
  resolve: {
    alias: [
      { find: /^earshot$/, replacement: source('index.ts') },
      { find: /^earshot\/linkify$/, replacement: source('linkify.ts') },
      { find: /^earshot\/testing\/vitest$/, replacement: source('testing/vitest.ts') },
      { find: /^earshot\/client$/, replacement: source('node/client.ts') },
      { find: /^earshot\/(protocol|receiver|simulator|testing|node)$/, replacement: source('$1/index.ts') },
    ],
  },
  test: {
    include: ['test/**/*.test.ts', 'bots/**/*.test.ts', 'templates/**/*.test.ts'],
    testTimeout: 20_000,
    // One fewer than there are, unless told otherwise: on a machine with two, that leaves one idle.
    maxWorkers: '100%',
    // What a file imports is kept for the files after it: loading it anew for each would take as long as the tests.
    isolate: false,
  },
})
