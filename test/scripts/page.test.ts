import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

type Built = { readonly ok: boolean; readonly files: readonly string[] }
const { buildPage }: { buildPage(target: string): Promise<Built> } = await import(
  new URL('../../scripts/steps/page.mjs', import.meta.url).href
)

it("builds the playground's page beside its old files, which whoever is reading them still gets whole", async () => {
  const parent = mkdtempSync(join(tmpdir(), 'earshot-page-'))
  const folder = join(parent, 'files')
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  await buildPage(folder)
  const styles = read('main.css')
  for (const name of ['main.css', 'main-of-before.js']) writeFileSync(join(folder, name), 'of before')
  const reader = openSync(join(folder, 'main.css'), 'r')

  // Two workers find the page old at the same time.
  const [one, other] = await Promise.all([buildPage(folder), buildPage(folder)])
  expect([one.ok, other.ok]).toEqual([true, true])
  expect(readFileSync(reader, 'utf8')).toBe('of before')
  expect(read('main.css')).toBe(styles)
  expect(readdirSync(folder).sort()).toEqual(one.files.map((path) => path.slice(folder.length + 1)).sort())
  expect(one.files.at(-1)).toBe(join(folder, 'index.html'))
  expect(readdirSync(parent)).toEqual(['files'])
  closeSync(reader)
  rmSync(parent, { recursive: true })
})
