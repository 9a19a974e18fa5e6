import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { inRoot } from './paths.mjs'

const source = inRoot('src', 'playground', 'page')

/** Makes the playground's page: scripts, styles, fonts and what is copied as it is. Gives the files, or what is wrong. */
export async function buildPage(target = inRoot('dist', 'playground', 'files')) {
  try {
    const files = { ...(await bundle()), 'fonts-licence.txt': fontsLicence() }
    // The last one is what shows that all others are there.
    for (const name of ['icon.svg', 'index.html']) files[name] = readFileSync(join(source, name))
    mkdirSync(target, { recursive: true })
    replaceFiles(target, files)
    // An earlier page may have had other files.
    for (const name of readdirSync(target)) if (!(name in files)) rmSync(join(target, name), { force: true })
    return { ok: true, files: Object.keys(files).map((name) => join(target, name)) }
  } catch (error) {
    return { ok: false, output: String(error.message), advice: 'mend the page of the playground at the places above.' }
  }
}

/** Another process may serve the page, or build it too: whoever reads a file gets all of it, the old one or the new. */
function replaceFiles(target, files) {
  const folder = mkdtempSync(`${target}-`)
  try {
    for (const [name, content] of Object.entries(files)) {
      writeFileSync(join(folder, name), content)
      renameSync(join(folder, name), join(target, name))
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The notices that come with the fonts have to stay with them. */
function fontsLicence() {
  const fonts = ['@fontsource-variable/inter', '@fontsource/jetbrains-mono']
  return fonts.map((name) => readFileSync(inRoot('node_modules', name, 'LICENSE'), 'utf8')).join('\n')
}

/** All in one script, but for what is imported when it is first needed: smaller parts would be packed worse. */
async function bundle() {
  // Loaded here, so that set-up can bring it first.
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    entryPoints: [join(source, 'main.tsx'), join(source, 'styles', 'main.css')],
    outdir: inRoot('dist'),
    entryNames: '[name]',
    assetNames: '[name]',
    loader: { '.woff2': 'file' },
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    write: false,
    format: 'esm',
    target: ['chrome120', 'firefox120', 'safari17.5'],
    minify: true,
    legalComments: 'eof',
    charset: 'utf8',
    logLevel: 'silent',
    absWorkingDir: inRoot(),
    jsx: 'automatic',
    jsxImportSource: 'preact',
  })
  return Object.fromEntries(outputFiles.map(({ path, contents }) => [basename(path), contents]))
}
