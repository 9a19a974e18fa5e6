// Writes the list of everything that is installed with Earshot: `npm run sbom [-- file]`, `sbom.cdx.json` unless given.
import { requireNode } from './steps/node-version.mjs'

requireNode()
import('./steps/sbom.mjs').then(async ({ writeSbom }) => {
  const { resolve } = await import('node:path')
  const { explain, step } = await import('./steps/report.mjs')
  const { inRoot } = await import('./steps/paths.mjs')
  const result = await step('sbom', () => writeSbom(resolve(process.argv[2] ?? inRoot('sbom.cdx.json'))))
  if (!result.ok) explain([result])
  process.exitCode = result.ok ? 0 : 1
})
