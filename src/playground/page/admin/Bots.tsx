import type { ListedBot } from '../../../simulator/public/organisation.js'
import { choose } from '../address.js'
import { organisation } from '../organisation.js'
import { chip, nameWithChips, Secret } from '../ui/index.js'
import { administer, administrator } from './administer.js'
import { ConnectCard } from './ConnectCard.js'
import { activity } from './changes.js'
import { Form } from './Form.js'
import { type Detail, Listing } from './Listing.js'

/** The bots, with their webhook addresses and credentials. */
export function Bots() {
  return (
    <Listing
      title="Bots"
      live={{ value: organisation.value.bots }}
      wordsOf={({ full_name, email, type, owner, address }) => `${full_name} ${email} ${type} ${owner} ${address}`}
      idOf={({ user_id }) => user_id}
      empty="There are no bots yet."
      columns={{ Name: [1, headingOf], Type: ['9rem', ({ type }) => type], Connection: [2, connectionOf, 'wide'] }}
      add="Add a bot"
      blank={<AddBot />}
      heading={headingOf}
      detail={detailOf}
    />
  )
}

const headingOf = ({ full_name, is_active }: ListedBot) => nameWithChips(full_name, !is_active && 'deactivated')

function connectionOf({ type, address }: ListedBot) {
  if (type !== 'outgoing webhook') return <span class="quiet-text">calls the API only</span>
  return address === null ? chip('no address', 'warn') : <code>{address}</code>
}

const shortNameOf = (name: string) =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

function AddBot() {
  return (
    <>
      <p class="small quiet-text">{administrator.value?.full_name} will own it.</p>
      <Form
        title="Add a bot"
        submit="Add"
        fields={{
          full_name: { label: 'Name', isNeeded: true },
          short_name: {
            label: 'Short name',
            hint: 'The bot’s email address begins with it.',
            isNeeded: true,
            proposed: { from: 'full_name', by: shortNameOf },
          },
          bot_type: {
            label: 'Type',
            kind: 'choice',
            options: [
              [3, 'outgoing webhook: receives mentions and direct messages'],
              [1, 'generic: calls the API only'],
              [2, 'incoming webhook: sends only'],
            ],
          },
          payload_url: { label: 'Webhook address', kind: 'code', initial: 'http://127.0.0.1:5002' },
        }}
        onSubmit={async ({ payload_url, ...given }) => {
          const called = given.bot_type === 3 && { payload_url: JSON.stringify(payload_url) }
          const { user_id } = await administer('POST /bots', { ...given, ...called })
          choose({ id: String(user_id) })
        }}
      />
    </>
  )
}

function detailOf(bot: ListedBot): Detail {
  const { user_id: bot_id, full_name, email, type, token, api_key } = bot
  const people = organisation.value.users
  const owner = people.find((one) => one.email === bot.owner)
  return {
    facts: [
      ['Type', type],
      ['E-mail', email],
      ['Owner', owner?.full_name ?? bot.owner ?? 'nobody'],
      ['Connection', connectionOf(bot)],
      ['API key', <Secret key="key" what={`API key of ${full_name}`} value={api_key} />],
      token !== null && ['Token', <Secret key="token" what={`token of ${full_name}`} value={token} />],
    ],
    buttons: [activity(bot, () => administer('DELETE /bots/{bot_id}', { bot_id }))],
    more: type === 'outgoing webhook' && <ConnectCard key={bot_id} bot={bot} />,
  }
}
