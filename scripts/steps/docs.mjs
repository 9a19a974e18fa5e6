import { existsSync, readFileSync } from 'node:fs'
import { runNode, runNpm } from './child.mjs'
import { inRoot } from './paths.mjs'

const inDocs = (...parts) => inRoot('docs', ...parts)
const vitepress = inDocs('node_modules', 'vitepress', 'bin', 'vitepress.js')

/** Where the site is, once it is built, in the checkout. */
export const site = 'docs/.vitepress/dist'

/** Installs what the documentation is built with, unless it is there. */
export async function provideDocs() {
  const { devDependencies } = JSON.parse(readFileSync(inDocs('package.json'), 'utf8'))
  if (Object.entries(devDependencies).every(isInstalled)) return { ok: true, note: 'what it is built with is there' }
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { code, output } = await runNpm(['ci', ...quiet, '--prefix', inDocs()])
  const advice = 'npm could not install what the documentation is built with: check the network and the registry.'
  return { ok: code === 0, note: 'installed from docs/package-lock.json', output, advice }
}

function isInstalled([name, version]) {
  const manifest = inDocs('node_modules', name, 'package.json')
  return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === version
}

/** Writes the pages that are made from the declarations of the API, from the command line's help and from the docstrings. */
export async function writeReferences() {
  const { writeReference } = await import('../../docs/build/reference.mjs')
  const { endpoints } = await writeReference()
  const { writeCommandPages } = await import('../../docs/build/commandPages.mjs')
  writeCommandPages()
  const { writeExported } = await import('../../docs/build/exported.mjs')
  return { ok: true, note: `of ${endpoints} endpoints, and of the exports of ${writeExported()} entries` }
}

/** Builds the site; a link to a page that there is not is a failure. */
export async function buildSite() {
  const { code, output } = await runNode(vitepress, ['build', inDocs()])
  return {
    ok: code === 0,
    note: `built in ${site}, without a broken link`,
    output,
    advice: 'see what VitePress says above.',
  }
}

/** Shows the built site on this machine until it is told to end. */
export const serveSite = () => runNode(vitepress, ['preview', inDocs()], { show: true })
