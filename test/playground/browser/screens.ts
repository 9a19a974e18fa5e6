import type { Locator, Page } from 'playwright-core'
import { connected } from './playground.js'

/** Somewhere in the page, by its address there, and what shows that one is there. */
export interface Place {
  readonly hash: string
  shown(page: Page): Locator
}

/** Every screen and every part of one that has an address of its own: what the page's navigation leads to, and details. */
export async function placesOf(page: Page): Promise<readonly Place[]> {
  const screens = await linksOf(page, 'Screens')
  await goTo(page, { hash: '#/organisation', shown: () => page.getByRole('heading', { name: 'Organisation' }) })
  const parts = await linksOf(page, 'Organisation')
  return [
    ...screens.map(({ hash, title }) => ({
      hash,
      shown: () => page.getByRole('heading', { level: 1, name: title, exact: true }),
    })),
    ...parts.map(({ hash, title }) => ({ hash, shown: () => page.getByRole('heading', { level: 2, name: title }) })),
    ...details,
  ]
}

const heading = (name: string) => (page: Page) => page.getByRole('heading', { name })
const tab = (name: string) => (page: Page) => page.getByRole('tab', { name, selected: true })

const details: readonly Place[] = [
  { hash: '#/chat?c=10:channel/2/lunch', shown: (page) => page.getByText('Soup?', { exact: true }) },
  { hash: '#/chat?c=8:dm/10', shown: (page) => page.getByText('Are you in today?').first() },
  { hash: '#/chat?c=10:channel/2/lunch&d=1&tab=log', shown: tab('Log') },
  { hash: '#/chat?c=10:channel/2/lunch&why=101', shown: heading('Whom message 101 reached') },
  { hash: '#/deliveries?d=1&tab=overview', shown: tab('Overview') },
  { hash: '#/deliveries?d=1&tab=log', shown: tab('Log') },
  { hash: '#/deliveries?d=1&tab=request', shown: tab('Request') },
  { hash: '#/deliveries?d=1&tab=response', shown: tab('Response') },
  { hash: '#/deliveries?d=1&tab=attempts', shown: tab('Attempts') },
  { hash: '#/deliveries?d=1&tab=diff', shown: tab('Difference') },
  { hash: '#/deliveries?of=events', shown: (page) => page.getByRole('button', { name: 'Deliveries', exact: true }) },
  { hash: '#/organisation?tab=users&id=10', shown: heading('Hamlet') },
  { hash: '#/organisation?tab=bots&id=20', shown: heading('Echo') },
  { hash: '#/organisation?tab=channels&id=2', shown: heading('kitchen') },
]

/** Goes somewhere in the page that is open. */
export async function goTo(page: Page, { hash, shown }: Place): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`)
  await shown(page).first().waitFor()
  await connected(page).waitFor()
}

async function linksOf(page: Page, navigation: string): Promise<readonly { hash: string; title: string }[]> {
  const links = await page.getByRole('navigation', { name: navigation, exact: true }).getByRole('link').all()
  return Promise.all(
    links.map(async (link) => ({
      hash: (await link.getAttribute('href')) ?? '',
      title: (await link.textContent()) ?? '',
    })),
  )
}
