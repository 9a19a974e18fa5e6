import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { runNpm } from './child.mjs'
import { inRoot, root } from './paths.mjs'

/** Writes down everything that is installed with Earshot, in CycloneDX, as the lock file has it. */
export async function writeSbom(file) {
  const flags = [
    '--sbom-format=cyclonedx',
    '--sbom-type=library',
    '--omit=dev',
    '--package-lock-only',
    '--loglevel=error',
  ]
  const { code, output } = await runNpm(['sbom', ...flags])
  const text = output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1)
  const bill = read(text)
  if (code !== 0 || bill?.components === undefined) {
    return { ok: false, output, advice: 'run `npm sbom --sbom-format=cyclonedx --omit=dev` and see what it says.' }
  }
  mkdirSync(dirname(file), { recursive: true })
  // npm calls the package by the folder that it is in.
  const { component, ...metadata } = bill.metadata
  const named = { ...bill, metadata: { ...metadata, component: { ...component, name: manifest.name } } }
  writeFileSync(file, `${JSON.stringify(named, undefined, 2)}\n`)
  return { ok: true, note: `${bill.components.length} packages in ${relative(root, file)}` }
}

const manifest = read(readFileSync(inRoot('package.json'), 'utf8'))

function read(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
