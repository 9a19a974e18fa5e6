import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * What axe-core finds wrong with a page as it is, in both themes: the rule, and where; `within` the elements of a selector
 * alone, if there are any. Only contrast is looked at a second time, as nothing else depends on the theme. Its script comes in
 * by way of the debugger, past the page's policy.
 */
export async function violationsOf(page: Page, within?: string): Promise<readonly string[]> {
  await page.emulateMedia({ colorScheme: 'light' })
  const inLight = await violationsAsShown(page, within)
  await page.emulateMedia({ colorScheme: 'dark' })
  const inDark = await violationsAsShown(page, within, { runOnly: ['color-contrast'] })
  return [...inLight, ...inDark.map((violation) => `in the dark: ${violation}`)]
}

/** The same in the theme that is shown. */
export async function violationsAsShown(page: Page, within?: string, options = {}): Promise<readonly string[]> {
  if (!(await page.evaluate<boolean>(`'axe' in globalThis`))) await page.evaluate(`${source};undefined`)
  const asked = JSON.stringify({ ...options, resultTypes: ['violations'], preload: false })
  const found = JSON.stringify(within ?? 'html')
  // A selector that finds nothing would be refused.
  return page.evaluate(`axe.run(document.querySelector(${found}) ? ${found} : document, ${asked}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => id + ' at ' + target.join(' ') + ': ' + failureSummary)))`)
}
