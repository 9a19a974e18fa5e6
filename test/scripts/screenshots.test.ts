import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { hasBrowser } from '../playground/browser/browser.js'

it.skipIf(!hasBrowser)('the screenshots script recreates all documented images, each under 200 KB', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-pictures-'))
  const script = fileURLToPath(new URL('../../scripts/screenshots.mjs', import.meta.url))
  await promisify(execFile)(process.execPath, [script, folder])
  const documented = readdirSync(fileURLToPath(new URL('../../docs/images/', import.meta.url)))
  const taken = readdirSync(folder)
  expect(taken).toEqual(documented)
  for (const name of taken.filter((name) => name.endsWith('.png'))) {
    const picture = readFileSync(join(folder, name))
    expect(picture.subarray(1, 4).toString()).toBe('PNG')
    expect(picture.length).toBeLessThan(200 * 1024)
  }
  rmSync(folder, { recursive: true })
})
