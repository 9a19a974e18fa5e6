import type { ListedBot } from '../../../organisation.js'
import { organisation } from '../organisation.js'
import { control } from '../simulator.js'
import { chip, named, small } from '../ui/chip.js'
import { act } from './acting.js'
import { Form } from './Form.js'
import { LatestNotification } from './LatestNotification.js'
import { FormPart, Page, Part, Press, Switch } from './Page.js'
import { Secret } from './Secret.js'

/** The bots, with what each is called at and by. */
export function Bots() {
  return (
    <Page<ListedBot>
      title="Bots"
      rows={organisation.value.bots}
      hint="Name, type:outgoing, is:connected"
      fields={{
        type: ({ type }) => type,
        owner: ({ owner }) => owner ?? '',
        is: {
          kind: 'flags',
          flags: {
            active: ({ is_active }) => is_active,
            inactive: ({ is_active }) => !is_active,
            connected: ({ address }) => address !== null,
          },
        },
      }}
      wordsOf={({ full_name, email, address }) => `${full_name} ${email} ${address}`}
      idOf={({ user_id }) => user_id}
      empty="There are no bots yet."
      columns={{ Name: [3, headingOf], Type: ['9rem', ({ type }) => type], Connection: [2, connectionOf, 'wide'] }}
      add="Add a bot"
      blank={<AddBot />}
      heading={headingOf}
      facts={(bot) => [
        ['Type', bot.type],
        ['Address', bot.email],
        ['Owner', ownerOf(bot)?.full_name ?? bot.owner ?? 'nobody'],
        ['Connection', connectionOf(bot)],
        ['API key', <Secret key="key" what={`API key of ${bot.full_name}`} value={bot.api_key} />],
        bot.token === null
          ? undefined
          : ['Token', <Secret key="token" what={`token of ${bot.full_name}`} value={bot.token} />],
      ]}
      detail={detailOf}
    />
  )
}

const isCalled = ({ type }: ListedBot) => type === 'outgoing webhook'
const headingOf = ({ full_name, is_active }: ListedBot) => named(full_name, !is_active && 'deactivated')
const ownerOf = ({ owner }: ListedBot) => organisation.value.users.find(({ email }) => email === owner)

function connectionOf(bot: ListedBot) {
  if (!isCalled(bot)) return <span class="quiet-text">is not called</span>
  if (bot.address === null) return chip('not connected', 'warn')
  return (
    <>
      {chip('connected', 'good')} <span class="quiet-text">{bot.address}</span>
    </>
  )
}

const address = {
  label: 'Where it is called',
  kind: 'code',
  initial: 'http://127.0.0.1:5002',
  about: /url|address/i,
} as const

function AddBot() {
  return (
    <>
      {small('It belongs to whoever acts.')}
      <Form
        title="Add a bot"
        submit="Add"
        isNew
        chooses="user_id"
        fields={{
          full_name: 'Name',
          short_name: { label: 'Short name', hint: 'Its address begins with it.', about: /username|bot name/i },
          bot_type: {
            label: 'Type',
            kind: 'choice',
            options: [
              [3, 'outgoing webhook: is posted what concerns it'],
              [1, 'generic: calls the API only'],
              [2, 'incoming webhook: sends only'],
            ],
          },
          payload_url: address,
        }}
        save={({ payload_url, ...given }) =>
          act('POST', '/bots', {
            ...given,
            ...(given.bot_type === '3' && { payload_url: JSON.stringify(payload_url ?? '') }),
          })
        }
      />
    </>
  )
}

function detailOf(bot: ListedBot) {
  const { user_id, full_name } = bot
  const path = `/bots/${user_id}`
  const owner = ownerOf(bot)
  const people = organisation.value.users.filter(({ is_active }) => is_active)
  return (
    <>
      <div class="buttons">
        <Press name="New API key" done="The key is new." work={() => act('POST', `${path}/api_key/regenerate`)} />
        <Switch
          isOff={!bot.is_active}
          off={['Deactivate', `${full_name} is deactivated.`, () => act('DELETE', path)]}
          on={['Reactivate', `${full_name} is active again.`, () => act('POST', `/users/${user_id}/reactivate`)]}
        />
      </div>
      {isCalled(bot) && (
        <>
          <FormPart
            title="Where it is called"
            isOpen={bot.address === null}
            submit="Connect"
            done={`${full_name} is called there from now on.`}
            fields={{ service_payload_url: { ...address, label: 'Address', initial: bot.address ?? address.initial } }}
            save={async (_, { service_payload_url: url }) => {
              await act('PATCH', path, { service_payload_url: JSON.stringify(url) })
              // What the simulator itself has connected comes before what the organisation knows.
              await control('PATCH', path, { address: url })
            }}
          />
          <Part title="Latest notification">
            <LatestNotification bot={bot} />
          </Part>
        </>
      )}
      <FormPart
        title="Name and owner"
        fields={{
          full_name: { label: 'Name', initial: full_name },
          bot_owner_id: {
            label: 'Owner',
            kind: 'choice',
            initial: String(owner?.user_id ?? ''),
            options: [
              ...(owner ? [] : [['', 'nobody'] as const]),
              ...people.map((one) => [one.user_id, one.full_name] as const),
            ],
          },
        }}
        save={(given) => act('PATCH', path, given)}
      />
    </>
  )
}
