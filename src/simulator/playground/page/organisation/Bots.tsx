import type { ListedBot } from '../../../organisation.js'
import { choose } from '../address.js'
import { isNarrow } from '../narrow.js'
import { organisation } from '../organisation.js'
import { control } from '../simulator.js'
import { act, press } from './acting.js'
import { Form } from './Form.js'
import { LatestNotification } from './LatestNotification.js'
import { accountOptions } from './names.js'
import { Facts, Page, Part } from './Page.js'
import { Secret } from './Secret.js'

/** The bots, with what each is called at and by. */
export function Bots() {
  return (
    <Page<ListedBot>
      title="Bots"
      rows={organisation.value.bots}
      problem={undefined}
      hint="Name, type:outgoing, is:connected"
      fields={{
        type: { kind: 'text', of: ({ type }) => type },
        owner: { kind: 'text', of: ({ owner }) => owner ?? '' },
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
      idOf={({ user_id }) => String(user_id)}
      empty="There are no bots yet."
      add="Add a bot"
      columns={[
        {
          title: 'Name',
          width: 'minmax(0, 3fr)',
          cell: ({ full_name, is_active }) => (
            <>
              {full_name} {!is_active && <span class="chip">deactivated</span>}
            </>
          ),
        },
        { title: 'Type', width: isNarrow.value ? '8rem' : '9.5rem', cell: ({ type }) => type },
        ...(isNarrow.value
          ? []
          : [{ title: 'Connection', width: 'minmax(0, 2fr)', cell: (bot: ListedBot) => <Connected bot={bot} /> }]),
      ]}
      blank={AddBot}
      detail={(bot) => <Bot bot={bot} />}
    />
  )
}

const isCalled = ({ type }: ListedBot) => type === 'outgoing webhook'

function Connected({ bot }: { bot: ListedBot }) {
  if (!isCalled(bot)) return <span class="quiet-text">is not called</span>
  if (bot.address === null) return <span class="chip warn">not connected</span>
  return (
    <>
      <span class="chip good">connected</span> <span class="quiet-text">{bot.address}</span>
    </>
  )
}

const typeNumbers = [
  ['3', 'outgoing webhook: is posted what concerns it'],
  ['1', 'generic: calls the API only'],
  ['2', 'incoming webhook: sends only'],
] as const

function AddBot() {
  return (
    <>
      <h3>Add a bot</h3>
      <p class="small quiet-text">It belongs to whoever acts.</p>
      <Form
        label="Add a bot"
        submit="Add"
        empties
        fields={[
          { name: 'full_name', label: 'Name', about: /^(Full )?name|Name /i },
          {
            name: 'short_name',
            label: 'Short name',
            hint: 'Its address begins with it.',
            about: /username|bot name/i,
          },
          { name: 'bot_type', label: 'Type', kind: 'choice', options: typeNumbers, initial: '3' },
          {
            name: 'payload_url',
            label: 'Where it is called',
            kind: 'code',
            initial: 'http://127.0.0.1:5002',
            about: /url/i,
          },
        ]}
        save={async (filled) => {
          const type = filled.text('bot_type')
          const { user_id } = await act<{ user_id: number }>('POST', '/bots', {
            full_name: filled.text('full_name'),
            short_name: filled.text('short_name'),
            bot_type: Number(type),
            ...(type === '3' && { payload_url: JSON.stringify(filled.text('payload_url')) }),
          })
          choose({ id: String(user_id) })
        }}
      />
    </>
  )
}

function Bot({ bot }: { bot: ListedBot }) {
  const { user_id, full_name } = bot
  const path = `/bots/${user_id}`
  const owner = organisation.value.users.find(({ email }) => email === bot.owner)
  const reactivate = () => act('POST', `/users/${user_id}/reactivate`)
  const deactivate = () => act('DELETE', path)
  return (
    <>
      <h3>
        {full_name} {!bot.is_active && <span class="chip">deactivated</span>}
      </h3>
      <Facts
        facts={[
          ['Type', bot.type],
          ['Address', bot.email],
          ['Owner', owner?.full_name ?? bot.owner ?? 'nobody'],
          ['Connection', <Connected key="connection" bot={bot} />],
          ['API key', <Secret key="key" what={`API key of ${full_name}`} value={bot.api_key} />],
          ...(bot.token === null
            ? []
            : [['Token', <Secret key="token" what={`token of ${full_name}`} value={bot.token} />] as const]),
        ]}
      />
      <div class="buttons">
        <button type="button" onClick={() => press('The key is new.', () => act('POST', `${path}/api_key/regenerate`))}>
          New API key
        </button>
        {bot.is_active ? (
          <button
            type="button"
            class="serious"
            onClick={() => press(`${full_name} is deactivated.`, deactivate, reactivate)}
          >
            Deactivate
          </button>
        ) : (
          <button
            type="button"
            class="main"
            onClick={() => press(`${full_name} is active again.`, reactivate, deactivate)}
          >
            Reactivate
          </button>
        )}
      </div>
      {isCalled(bot) && (
        <Part title="Where it is called" isOpen={bot.address === null}>
          <Form
            label={`Where ${full_name} is called`}
            submit="Connect"
            done={`${full_name} is called there from now on.`}
            fields={[
              {
                name: 'service_payload_url',
                label: 'Address',
                kind: 'code',
                initial: bot.address ?? 'http://127.0.0.1:5002',
                about: /url|address/i,
              },
            ]}
            save={async (filled) => {
              const address = filled.text('service_payload_url')
              await act('PATCH', path, { service_payload_url: JSON.stringify(address) })
              // What the simulator itself has connected comes before what the organisation knows.
              await control('PATCH', path, { address })
            }}
          />
        </Part>
      )}
      {isCalled(bot) && (
        <Part title="Latest notification">
          <LatestNotification bot={bot} />
        </Part>
      )}
      <Part title="Name and owner">
        <Form
          label={`Name and owner of ${full_name}`}
          submit="Save"
          done="Saved."
          fields={[
            { name: 'full_name', label: 'Name', initial: full_name, about: /name/i },
            {
              name: 'bot_owner_id',
              label: 'Owner',
              kind: 'choice',
              initial: String(owner?.user_id ?? ''),
              options: [
                ...(owner ? [] : [['', 'nobody'] as const]),
                ...accountOptions((id) => organisation.value.users.some((user) => user.user_id === id)),
              ],
              about: /owner/i,
            },
          ]}
          save={(filled) =>
            act('PATCH', path, {
              full_name: filled.text('full_name'),
              bot_owner_id: filled.text('bot_owner_id') === '' ? undefined : Number(filled.text('bot_owner_id')),
            })
          }
        />
      </Part>
    </>
  )
}
