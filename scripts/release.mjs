// `npm run release:dry`: what a release would publish, and its notes; nothing leaves this machine. `-- --notes` prints the notes
// alone, as .github/workflows/release.yml takes them.
import { readFileSync } from 'node:fs'
import { requireNode } from './steps/node-version.mjs'

requireNode()
import('./steps/releaseNotes.mjs').then(async ({ releaseNotes }) => {
  const { runNpm } = await import('./steps/child.mjs')
  const { inRoot } = await import('./steps/paths.mjs')
  const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
  const { GITHUB_REF_TYPE: kind, GITHUB_REF_NAME: tag } = process.env
  if (kind === 'tag' && tag !== `v${version}`) {
    console.error(`The tag is ${tag}, and package.json has version ${version}. Tag v${version}.`)
    process.exitCode = 1
    return
  }
  const notes = releaseNotes(readFileSync(inRoot('CHANGELOG.md'), 'utf8'), version)
  if (process.argv.includes('--notes')) {
    process.stdout.write(notes)
    return
  }
  const { code, output } = await runNpm(['publish', '--dry-run', '--access', 'public', '--loglevel=notice'])
  console.log(`${output.trim()}\n\nThe notes of ${version}:\n\n${notes}`)
  process.exitCode = code
})
