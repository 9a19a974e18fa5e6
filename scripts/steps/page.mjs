import { copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot } from './paths.mjs'

const source = inRoot('src', 'simulator', 'playground', 'page')
const target = inRoot('dist', 'simulator', 'playground', 'files')

/** Makes the playground's page: a script, a stylesheet and what is copied as it is. Gives the files, or what is wrong. */
export async function buildPage() {
  // Loaded here, so that set-up can bring it first.
  const { build } = await import('esbuild')
  mkdirSync(target, { recursive: true })
  try {
    const { metafile } = await build({
      entryPoints: [join(source, 'main.tsx'), join(source, 'styles', 'main.css')],
      outdir: target,
      entryNames: '[name]',
      // What only some screens need is loaded with the first of them.
      splitting: true,
      chunkNames: 'part-[hash]',
      bundle: true,
      format: 'esm',
      target: ['chrome120', 'firefox120', 'safari17.5'],
      jsx: 'automatic',
      jsxImportSource: 'preact',
      minify: true,
      legalComments: 'eof',
      charset: 'utf8',
      metafile: true,
      logLevel: 'silent',
      absWorkingDir: inRoot(),
      tsconfig: join(source, 'tsconfig.json'),
    })
    for (const name of copied) copyFileSync(join(source, name), join(target, name))
    const made = Object.keys(metafile.outputs).map((path) => inRoot(...path.split('/')))
    const files = [...made, ...copied.map((name) => join(target, name))]
    // Parts are named after what is in them, so that those of an earlier page stay behind.
    for (const name of readdirSync(target)) if (!files.includes(join(target, name))) rmSync(join(target, name))
    return { ok: true, files }
  } catch (error) {
    return { ok: false, output: String(error.message), advice: 'mend the page of the playground at the places above.' }
  }
}

const copied = ['index.html', 'icon.svg']
