import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { ListedBot } from '../../../simulator/public/organisation.js'
import { hashOf } from '../address.js'
import { lookOf } from '../deliveries/outcomes.js'
import { deliveries, deliveryChanges, watchDeliveries } from '../deliveries/watchedDeliveries.js'
import { tell } from '../notices.js'
import { control } from '../simulator.js'
import { Button, Copyable, Dot, Select } from '../ui/index.js'
import { administer, administrator } from './administer.js'
import { Form } from './Form.js'

/** How to run your own bot: its credentials, its address, a probe of it, and its first delivery. */
export function ConnectCard({ bot }: { bot: ListedBot }) {
  const kind = useSignal<'.env' | 'earshotrc'>('.env')
  const probed = useSignal<{ readonly answers: boolean; readonly says: string } | undefined>(undefined)
  const { user_id: bot_id, full_name, email, api_key, token, address } = bot
  const site = location.origin
  const write = (hide: (secret: string) => string) =>
    kind.value === '.env'
      ? lines({ SITE: site, EMAIL: email, API_KEY: hide(api_key), TOKEN: hide(token ?? '') }, 'EARSHOT_')
      : `[api]\n${lines({ email, key: hide(api_key), site, token: hide(token ?? '') })}`
  return (
    <section class="card stack" aria-label="Connect">
      <h3>Run it yourself</h3>
      <ol class="stack">
        <li class="stack">
          <Select
            label="1. Save its credentials as"
            options={['.env', 'earshotrc'].map((one) => [one, one] as const)}
            chosen={kind.value}
            onChoose={(chosen) => (kind.value = chosen as typeof kind.value)}
          />
          <Copyable what={kind.value} text={write((secret) => secret)} shown={write(() => '••••••••')} />
        </li>
        <li class="stack">
          <p>2. Start it in the same folder:</p>
          <Copyable what="the command" text="npx earshot serve bot.ts --port 5002" />
        </li>
        <li class="stack">
          <p>3. Say where it is called:</p>
          <Form
            title="Webhook address"
            submit="Connect"
            fields={{
              service_payload_url: {
                label: 'Webhook address',
                kind: 'code',
                initial: address ?? 'http://127.0.0.1:5002',
              },
            }}
            onSubmit={async ({ service_payload_url: url }) => {
              await administer('PATCH /bots/{bot_id}', { bot_id, service_payload_url: JSON.stringify(url) })
              // Bots connected in the simulator's process take precedence over the organisation's addresses.
              await control('PATCH', `/bots/${bot_id}`, { address: url })
              probed.value = undefined
              tell('done', `${full_name} is called there from now on.`)
            }}
          />
          <p class="in-a-row">
            <Button
              says="Does it answer?"
              onPress={async () => {
                probed.value = undefined
                probed.value = await control('POST', `/bots/${bot_id}/probe`)
              }}
            />
            <span role="status" class={probed.value && (probed.value.answers ? 'good-text' : 'bad-text')}>
              {probed.value && `${full_name}: ${probed.value.says}`}
            </span>
          </p>
        </li>
        <li class="in-a-row">
          <span>
            4. <a href={hashOf('chat', { c: `${administrator.value?.user_id}:dm/${bot_id}` })}>Message it</a>
          </span>
          <FirstDelivery bot={bot_id} />
        </li>
      </ol>
    </section>
  )
}

/** The bot's newest delivery, or that there is none yet. */
function FirstDelivery({ bot }: { bot: number }) {
  useEffect(watchDeliveries, [])
  deliveryChanges.value
  const newest = deliveries.rows.all.findLast((row) => row.bot.user_id === bot)
  if (newest === undefined) {
    return (
      <span class="quiet-text" role="status">
        Waiting for its first delivery …
      </span>
    )
  }
  const { tone, says } = lookOf(newest)
  return (
    <span role="status">
      <Dot tone={tone} says={says} />{' '}
      <a href={hashOf('deliveries', { d: String(newest.id) })}>
        Delivery {newest.id}: {says}
      </a>
    </span>
  )
}

const lines = (of: Readonly<Record<string, string>>, prefix = '') =>
  Object.entries(of)
    .map(([name, value]) => `${prefix}${name}=${value}\n`)
    .join('')
