import { type TestBotOptions, type TestChat, testBot } from 'earshot/testing'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { type TestAPI, test } from 'vitest'
import { createEcho } from '../../../bots/echo/bot.js'
import { browserOfWorker } from './browser.js'

/** A simulator with Echo in it, and pages that show it. */
export interface Playground {
  readonly chat: TestChat
  readonly simulator: TestChat['simulator']
  /** Opens a page at a place such as `#/deliveries`, and waits until it is connected. */
  open(place?: string, options?: BrowserContextOptions): Promise<Page>
  /** A page that has nothing in it yet; what goes wrong in it later is a problem too. `home` is where it may go. */
  blank(options?: BrowserContextOptions, home?: string): Promise<Page>
  /** What the test expects to go wrong in a page: a line of the console that is no problem. */
  expectProblem(line: RegExp): void
  close(): Promise<void>
}

/** Whoever opens a page: nothing moves by itself, and all see the same time of day. */
const usual: BrowserContextOptions = {
  viewport: { width: 1440, height: 900 },
  reducedMotion: 'reduce',
  timezoneId: 'UTC',
  locale: 'en-GB',
}

/** A simulator of its own on a free port. Whatever goes wrong in one of its pages is thrown when it is closed. */
export async function openPlayground(browser: Browser, options: TestBotOptions = {}): Promise<Playground> {
  const chat = await testBot(createEcho(), options)
  const { simulator } = chat
  await simulator.serve()
  const problems: string[] = []
  const expected: RegExp[] = []
  const isExpected = (line: string) => expected.some((one) => one.test(line))
  const contexts: (() => Promise<void>)[] = []

  const blank: Playground['blank'] = async (asked = {}, home = simulator.url) => {
    const context = await browser.newContext({ ...usual, ...asked })
    contexts.push(() => context.close())
    context.setDefaultTimeout(40_000)
    const page = await context.newPage()
    watch(page, home, (line) => {
      problems.push(line)
      return isExpected(line)
    })
    return page
  }

  return {
    chat,
    simulator,
    blank,
    async open(place = '', asked = {}) {
      const page = await blank(asked)
      // What Playwright waits for by looking, it looks for less and less often: at last every half a second.
      await Promise.all([page.waitForResponse(/\/sim\/health$/), page.goto(`${simulator.url}/${place}`)])
      await connected(page).waitFor()
      return page
    },
    expectProblem: (line) => expected.push(line),
    async close() {
      await Promise.all(contexts.map((closeContext) => closeContext()))
      await chat.close()
      const unexpected = problems.filter((problem) => !isExpected(problem))
      if (unexpected.length > 0) throw new Error(`The page has problems:\n${unexpected.join('\n')}`)
    },
  }
}

/** What says that the page is connected, when it is. */
export const connected = (page: Page) => page.getByRole('status').filter({ hasText: /^connected/ })

/** Notes what must not happen in any page, unless it is expected: errors, breaches of its policy, dialogues, requests to anybody else. */
function watch(page: Page, home: string, note: (line: string) => boolean): void {
  page.on('pageerror', (error) => note(`error: ${error.stack ?? error.message}`))
  page.on('console', (message) => {
    if (/^(error|warning)$/.test(message.type())) note(`console: ${message.text()} (${message.location().url})`)
  })
  page.on('dialog', (dialog) => {
    // A test that expects one answers it.
    if (!note(`dialogue: ${dialog.message()}`)) void dialog.dismiss()
  })
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(`${home}/`) && !/^(data|blob):/.test(url)) note(`request: ${url}`)
  })
}

interface Fixtures {
  readonly browser: Browser
  /** Of the simulator; a file that wants others extends `it` by them. */
  readonly options: TestBotOptions
  readonly playground: Playground
  /** The page of the playground, at its beginning. */
  readonly page: Page
}

/** A test in a browser, which the tests of a worker share; each has a simulator of its own. */
export const it: TestAPI<Fixtures> = test.extend<Fixtures>({
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it that nothing else is needed.
    async ({}, use) => {
      const browser = await browserOfWorker()
      await use(browser)
      // Once is enough, and the others find it closed.
      await browser.close()
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  options: async ({}, use) => use({}),
  playground: async ({ browser, options }, use) => {
    const playground = await openPlayground(browser, options)
    await use(playground)
    await playground.close()
  },
  page: async ({ playground }, use) => {
    await use(await playground.open())
  },
})

/** A simulator and a page that the tests of a file share. */
export interface Shared {
  readonly playground: Playground
  readonly page: Page
  /** Shows a place in the page, with nothing left open or told from before. */
  goTo(place: string): Promise<void>
}

/** Tests that look on in one page, one after the other: loading it takes longer than most of what they do. */
export function inOnePage(options: TestBotOptions = {}): TestAPI<Fixtures & { readonly shared: Shared }> {
  return it.extend<{ readonly shared: Shared }>({
    shared: [
      async ({ browser }, use) => {
        const playground = await openPlayground(browser, options)
        const page = await playground.open('#/faults')
        await use({
          playground,
          page,
          async goTo(place) {
            await page.keyboard.press('Escape')
            // At once: some of them go by themselves meanwhile.
            await page.evaluate(`for (const told of document.querySelectorAll('[aria-label=Dismiss]')) told.click()`)
            await page.evaluate(`location.hash = '#/faults'`)
            await page.getByRole('heading', { level: 1, name: 'Faults' }).waitFor()
            await page.evaluate(`location.hash = ${JSON.stringify(place)}`)
            await page.getByRole('heading', { level: 1, name: 'Faults' }).waitFor({ state: 'detached' })
          },
        })
        await playground.close()
      },
      { scope: 'file' },
    ],
  }) as never
}
