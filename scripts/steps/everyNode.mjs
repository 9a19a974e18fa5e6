/**
 * What comes out the same whichever Node the tests run on: CI does it once. vitest.config.ts leaves the files out where `EARSHOT_LEFT_OUT`
 * names them, and tests without files of their own see by it that they are not wanted.
 */
export const theSameOnEveryNode = [
  { what: "the playground's page and its pictures", files: ['test/playground/**', 'test/scripts/screenshots.test.ts'] },
  { what: 'the documentation', files: ['test/docs/**'] },
  { what: 'how the sources are written', files: ['test/house/**'] },
  { what: 'the smoke run of the benchmarks', files: ['test/bench/**'] },
  { what: 'the types of the templates, and those for Deno, Bun, workerd and Kubernetes' },
]
