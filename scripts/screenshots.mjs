// Makes the pictures that the documentation shows, of the playground, a failing test and `docs/diagrams`: `node scripts/screenshots.mjs [folder]`.
import { requireNode } from './steps/node-version.mjs'

requireNode()
import('./steps/screenshots.mjs').then(async ({ takeScreenshots }) => {
  const { resolve } = await import('node:path')
  const { drawDiagrams } = await import('./steps/diagrams.mjs')
  const { explain, step } = await import('./steps/report.mjs')
  const { install } = await import('./steps/install.mjs')
  const { buildIfStale } = await import('./steps/dist.mjs')
  const { provideChromium } = await import('./steps/chromium.mjs')
  const { inRoot } = await import('./steps/paths.mjs')

  const folder = process.argv[2] === undefined ? inRoot('docs', 'images') : resolve(process.argv[2])
  for (const [name, action] of [
    ['set-up', install],
    ['build', buildIfStale],
    ['browser', provideChromium],
    ['pictures', () => takeScreenshots(folder)],
    ['diagrams', () => drawDiagrams(folder)],
  ]) {
    const result = await step(name, action)
    if (result.ok) continue
    explain([result])
    process.exitCode = 1
    return
  }
})
