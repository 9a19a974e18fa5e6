import { endpoints } from 'earshot/protocol'
import { describe, expect, it as plainly } from 'vitest'
import { violationsOf } from './axe.js'
import { hasBrowser } from './browser.js'
import { inOnePage, type Playground } from './playground.js'

const it = inOnePage()

type Fields = Readonly<Record<string, string>>

/** What is typed to call each operation of the spec; what takes something away comes after those that need it. */
const operations: Readonly<Record<string, Fields>> = {
  'scheduledMessages.edit': { scheduled_message_id: '2', scheduled_delivery_timestamp: '2000000000' },
  'topics.setVisibility': { stream_id: '2', topic: 'lunch', visibility_policy: '3' },
  'topics.setMuted': { stream_id: '2', topic: 'lunch', op: 'add' },
  'users.setStatus': { user_id: '8', status_text: 'out', emoji_name: 'bread' },
  'users.mute': { muted_user_id: '11' },
  'userGroups.isMember': { user_group_id: '20', user_id: '8' },
  'profileFields.reorder': { order: '[4, 3, 2, 1]' },
  'channelFolders.list': {},
  'calls.create': { room_name: 'Bakery' },
  'outgoingWebhook.latest': {},
  'server.settings': {},
  'linkifiers.list': {},
  'linkifiers.reorder': { ordered_linkifier_ids: '[3, 1, 2]' },
  'emoji.list': {},
  'presence.list': {},
  'attachments.delete': { attachment_id: '1' },
  'userGroups.deactivate': { user_group_id: '22' },
  'streams.deleteTopic': { stream_id: '2', topic_name: 'lunch' },
  'users.deactivate': { user_id_or_email: '12', actions: '{"delete_public_channel_messages": true}' },
}

/** Who may, where an administrator may not. */
const callers: Fields = { 'outgoingWebhook.latest': '20' }

describe.skipIf(!hasBrowser)('the form for calls in the playground', () => {
  it('can call every operation of the spec', async ({ shared: { playground, page, goTo } }) => {
    await playground.chat.as('hamlet').say('@**Echo** soup')
    await goTo('#/calls')
    const refused: string[] = []
    for (const [endpoint, fields] of Object.entries(operations)) {
      await page.evaluate(`location.hash = '#/calls?call=${endpoint}&as=${callers[endpoint] ?? 8}'`)
      const form = page.getByRole('form', { name: endpoint })
      await form.waitFor()
      for (const [name, text] of Object.entries(fields)) {
        const field = form.getByLabel(name, { exact: true })
        if ((await field.locator('option').count()) > 0) await field.selectOption(text)
        else await field.fill(text)
      }
      await form.getByRole('button', { name: 'Call' }).click()
      const answer = page.getByRole('region', { name: 'Call' }).getByText('"result": "success"').first()
      await answer.or(form.getByRole('alert')).first().waitFor()
      if (!answersTo(playground, endpoint).includes(200)) refused.push(`${endpoint}: ${await form.textContent()}`)
    }
    expect(refused).toEqual([])
    expect(await violationsOf(page)).toEqual([])
  })

  it("shows the service's error above the form", async ({ shared: { playground, page, goTo } }) => {
    playground.expectProblem(/400 \(Bad Request\)/)
    await goTo('#/calls?call=linkifiers.create&as=8')
    const form = page.getByRole('form', { name: 'linkifiers.create' })
    await form.getByLabel('pattern', { exact: true }).fill('(')
    await form.getByLabel('url_template', { exact: true }).fill('https://example.org')
    await form.getByRole('button', { name: 'Call' }).click()
    await form.getByRole('alert').waitFor()
    await page.getByRole('listbox', { name: 'Calls' }).getByRole('option', { name: /400/ }).last().click()
    await page.getByRole('heading', { name: /realm\/filters 400/ }).waitFor()
    await page.getByRole('button', { name: 'Call …' }).click()
    await form.waitFor()
  })
})

plainly('the table of operations in this file has every operation of the spec', () => {
  const ofSpec = endpoints.filter(({ spec }) => spec.startsWith('4.')).map(({ name }) => name)
  // One path with users.get, which takes an address as well.
  expect(ofSpec.filter((name) => !Object.hasOwn(operations, name))).toEqual(['users.getByEmail'])
})

/** How the service answered what was called in the page. */
function answersTo({ simulator }: Playground, endpoint: string): readonly number[] {
  const { entries } = simulator.journal.read({ kinds: ['call', 'answer'], limit: 10_000 })
  const calls = new Set(
    entries.flatMap((entry) =>
      entry.kind === 'call' && entry.client === 'playground call' && entry.endpoint === endpoint ? [entry.number] : [],
    ),
  )
  return entries.flatMap((entry) => (entry.kind === 'answer' && calls.has(entry.call) ? [entry.status] : []))
}
