import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findChromium } from './chromium.mjs'
import { failingTest } from './failingTest.mjs'
import { inRoot } from './paths.mjs'

const desk = { width: 1440, height: 900 }
const tablet = { width: 1024, height: 768 }
const phone = { width: 400, height: 800 }

function firstSteps(page) {
  return page.getByRole('region', { name: 'First steps' })
}
const said = (text) => (page) => page.getByRole('log').getByText(text).last()
const beside = '#/chat?c=10:channel/1/greetings&d=newest'
const kitchen = '#/chat?c=10:channel/2/lunch'
const orders = '#/chat?c=10:channel/2/orders'

/** What is taken: the name of the file, the place in the page, what shows that it is there, and how it is seen; `act` does something in the page first. */
export const pictures = [
  { name: 'first-minute', place: '', ready: firstSteps, isFirst: true },
  { name: 'chat', place: beside, ready: said('is 12 in bakers') },
  { name: 'chat-dark', place: beside, ready: said('is 12 in bakers'), theme: 'dark' },
  { name: 'chat-medium', place: beside, ready: said('is 12 in bakers'), size: tablet },
  { name: 'chat-medium-dark', place: beside, ready: said('is 12 in bakers'), size: tablet, theme: 'dark' },
  { name: 'chat-narrow', place: kitchen, ready: said('forty rolls at noon'), size: phone },
  { name: 'chat-narrow-dark', place: kitchen, ready: said('forty rolls at noon'), size: phone, theme: 'dark' },
  { name: 'delivery', place: '#/deliveries?d=1', ready: (page) => page.getByRole('region', { name: 'Outcome' }) },
  {
    name: 'editor',
    place: '#/deliveries?d=3',
    ready: (page) => page.getByRole('heading', { name: /^Delivery 3/ }),
    act: (page) => page.keyboard.press('e').then(() => page.getByRole('textbox', { name: /^Body/ }).waitFor()),
  },
  {
    name: 'deliveries',
    place: '#/deliveries?d=4&tab=log',
    ready: (page) => page.getByRole('heading', { name: /^Delivery 4/ }),
  },
  {
    name: 'organisation',
    place: '#/organisation?tab=bots&id=20',
    ready: (page) => page.getByRole('heading', { name: 'Echo' }),
  },
  {
    name: 'calls',
    place: '#/calls',
    ready: (page) => page.getByRole('option', { name: /members/ }),
    act: showCall,
  },
  { name: 'quote', place: orders, before: order, ready: said('with poppy seeds'), act: quoteAnswer },
  {
    name: 'faults',
    place: '#/faults',
    before: goWrong,
    ready: (page) => page.getByRole('link', { name: /^Delivery / }),
  },
]

/** A picture in the documentation is loaded by everybody who reads it. */
const mostBytes = 200 * 1024

/**
 * Takes all pictures: of the same conversation at the same time each, so that a picture changes only when the page does.
 */
export async function takeScreenshots(folder) {
  const found = findChromium()
  if (!found) return { ok: false, output: '', advice: 'there is no browser: name one with EARSHOT_CHROMIUM.' }
  // Loaded here, so that set-up can bring them first.
  const { chromium } = await import('playwright-core')
  const scene = await openScene()
  const browser = await chromium.launch({
    executablePath: found.command,
    env: { ...process.env, ...found.env },
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'],
  })
  try {
    mkdirSync(folder, { recursive: true })
    for (const picture of pictures) await take(browser, scene, picture, folder)
    await takeFailingTest(browser, folder)
  } finally {
    await browser.close()
    await scene.close()
  }
  const heavy = pictures.filter(({ name }) => statSync(join(folder, `${name}.png`)).size > mostBytes)
  if (heavy.length === 0) return { ok: true, note: `${pictures.length} pictures in ${folder}` }
  const names = heavy.map(({ name }) => `${name}.png`).join(', ')
  return { ok: false, output: '', advice: `these are over ${mostBytes / 1024} KB, so show less in them: ${names}.` }
}

async function take(
  browser,
  { url, simulator, now },
  { name, place, before, ready, act, isFirst, theme = 'light', size = desk },
  folder,
) {
  await before?.(simulator)
  const context = await browser.newContext({
    viewport: size,
    colorScheme: theme,
    reducedMotion: 'reduce',
    timezoneId: 'UTC',
    locale: 'en-GB',
  })
  const page = await context.newPage()
  await page.clock.setFixedTime(now)
  await page.goto(`${url}/${place}`)
  await page
    .getByRole('status')
    .filter({ hasText: /^connected/ })
    .waitFor()
  await ready(page).first().waitFor()
  const introduced = firstSteps(page).getByRole('button', { name: 'Skip', exact: true })
  if (!isFirst && (await introduced.isVisible())) await introduced.click()
  await act?.(page)
  await page.mouse.move(0, 0)
  await page.evaluate(settled)
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled', caret: 'hide' })
  await context.close()
}

/** Runs in the page: until code has been coloured and measured, which takes some frames. */
async function settled() {
  await document.fonts.ready
  for (let frame = 0; frame < 30; frame += 1) await new Promise(requestAnimationFrame)
}

/** The terminal in which a test has failed. */
async function takeFailingTest(browser, folder) {
  const page = await browser.newPage({ deviceScaleFactor: 1.5 })
  await page.setContent(failingTest())
  await page.locator('pre').screenshot({ path: join(folder, 'failing-test.png') })
  await page.close()
}

/** The bakery with the bundled bots in it, early in a morning. */
async function openScene() {
  const load = (...path) => import(pathToFileURL(inRoot('dist', ...path)).href)
  const [{ createSimulator }, { createReceiver }, { bakeryWith, bundledBots }, { deliveryLogs }] = await Promise.all([
    load('simulator', 'index.js'),
    load('receiver', 'index.js'),
    load('bots', 'index.js'),
    load('cli', 'shared', 'deliveryLogs.js'),
  ])
  const simulator = createSimulator({ organisation: bakeryWith(bundledBots), clock: 'frozen', randomSeed: 'pictures' })
  for (const { full_name, create } of bundledBots) {
    const { token, ...credentials } = simulator.credentials(full_name)
    const owner = simulator.credentials(simulator.realm.account(full_name).owner_id)
    const binding = { bot: create(), credentials, owner, tokens: [token] }
    const quiet = { debug() {}, info() {}, warn() {}, error() {} }
    const logs = deliveryLogs(quiet, (_bot, message, log) =>
      tell(simulator, credentials, { message, log: timeless(log) }),
    )
    let deliveries = 0
    const newDeliveryId = () => `3f2a61c0-${++deliveries}`
    const { fetch, clock } = simulator
    const receiver = createReceiver({ bots: [binding], fetch, clock, newDeliveryId, ...logs })
    simulator.connect(full_name, (request) => receiver.fetch(request))
  }
  const { url } = await simulator.serve()
  for (const { who, where, text } of conversation) {
    await simulator.advance('10s')
    simulator.say(who, where, text)
    await simulator.idle()
  }
  return { url, simulator, now: simulator.clock.now(), close: () => simulator.close() }
}

function tell(simulator, { email, apiKey }, told) {
  const authorization = `Basic ${btoa(`${email}:${apiKey}`)}`
  const headers = { 'content-type': 'application/json', authorization }
  simulator.fetch(`${simulator.url}/sim/deliveries/log`, { method: 'POST', headers, body: JSON.stringify(told) })
}

/** What took this machine some milliseconds would be another picture each time. */
function timeless(log) {
  const isTime = (key) => key === 'after' || key === 'duration'
  return JSON.parse(JSON.stringify(log), (key, value) => (isTime(key) ? 0 : value))
}

/** Somebody quotes an order, with something for a bot below it. */
async function order(simulator) {
  const where = { channel: 'kitchen', topic: 'orders' }
  const text = 'Forty rolls for the theatre, half of them with seeds'
  const id = simulator.say('Iago', where, text)
  const quotation = `@_**Iago|8** [said](#narrow/channel/2/topic/orders/near/${id}):\n\`\`\`quote\n${text}\n\`\`\``
  simulator.say('Hamlet', where, `${quotation}\n@**Echo** the other half with poppy seeds`)
  await simulator.idle()
}

/** A call of a bot, and what decided its answer. */
async function showCall(page) {
  await page
    .getByRole('option', { name: /members/ })
    .last()
    .click()
  await page.getByRole('tab', { name: 'Decision' }).click()
}

async function quoteAnswer(page) {
  await page.getByRole('log').getByRole('article').last().focus()
  await page.keyboard.press('>')
  const field = page.locator('textarea:focus')
  await field.fill(`${await field.inputValue()}@**Echo** twice`)
}

/** Whatever is armed colours every screen, so this comes last. */
async function goWrong(simulator) {
  simulator.faults.add('the next 2 calls of messages.send answer 503')
  simulator.faults.add('every second delivery to Echo is delivered twice')
  for (const text of ['One loaf', 'Two loaves', 'Three loaves', 'Four loaves']) {
    simulator.say('Hamlet', { to: ['Echo'] }, text)
    await simulator.idle()
  }
}

const greetings = { channel: 'general', topic: 'greetings' }
const lunch = { channel: 'kitchen', topic: 'lunch' }

const conversation = [
  { who: 'Hamlet', where: greetings, text: '@**Echo** good morning, bakers' },
  { who: 'Cordelia', where: greetings, text: 'Would you tell `@**Echo**` to say it louder?' },
  { who: 'Hamlet', where: greetings, text: '@**Whois** whois iago@example.com' },
  {
    who: 'Desdemona',
    where: lunch,
    text: 'ORDER-1204 is for the *theatre*: forty rolls, half of them with seeds',
  },
  { who: 'Hamlet', where: lunch, text: '@**Echo** forty rolls at noon' },
  { who: 'Iago', where: lunch, text: 'See #12, the oven is still slow' },
  { who: 'Hamlet', where: greetings, text: '@**Whois** is 12 in bakers' },
  { who: 'Iago', where: { to: ['Whois'] }, text: 'whoos hamlet@example.com' },
  { who: 'Iago', where: { to: ['Echo'] }, text: 'Only between us: the rye is late.' },
]
