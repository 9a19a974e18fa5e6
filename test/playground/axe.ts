import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * What axe-core finds wrong with a page as it is, in both themes: the rule, and where. Only contrast is looked at a second
 * time, as nothing else depends on the theme. Its script comes in by way of the debugger, past the page's policy.
 */
export async function violationsOf(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate<boolean>(`'axe' in globalThis`))) await page.evaluate(`${source};undefined`)
  await page.emulateMedia({ colorScheme: 'light' })
  const inLight = await run(page, {})
  await page.emulateMedia({ colorScheme: 'dark' })
  const inDark = await run(page, { runOnly: ['color-contrast'] })
  return [...inLight, ...inDark.map((violation) => `in the dark: ${violation}`)]
}

function run(page: Page, options: object): Promise<readonly string[]> {
  const asked = JSON.stringify({ ...options, resultTypes: ['violations'], preload: false })
  return page.evaluate(`axe.run(document, ${asked}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => id + ' at ' + target.join(' ') + ': ' + failureSummary)))`)
}
