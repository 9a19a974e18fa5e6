import { type ListedBot, organisationOf } from '../../../organisation.js'
import type { Asked } from '../asking.js'
import { listing } from '../listing.js'
import { buttons, chip, type Fact, fold, named, part, quiet, type Shown, small } from '../shown.js'
import { making, saying, type View } from '../view.js'

/** The bots, with what each is called at and by. */
export const bots: View = {
  changes: /^realm_(user|bot)/,
  show: (asked) =>
    listing<ListedBot>(asked, {
      title: 'Bots',
      rows: asked.organisation.bots,
      hint: 'Name, type:outgoing, is:connected',
      fields: {
        type: ({ type }) => type,
        owner: ({ owner }) => owner ?? '',
        is: {
          kind: 'flags',
          flags: {
            active: ({ is_active }) => is_active,
            inactive: ({ is_active }) => !is_active,
            connected: (bot) => bot.address !== null,
          },
        },
      },
      wordsOf: (bot) => `${bot.full_name} ${bot.email} ${bot.address}`,
      idOf: ({ user_id }) => user_id,
      empty: 'There are no bots yet.',
      columns: { Name: [3, headingOf], Type: ['9rem', ({ type }) => type], Connection: [2, connectionOf, 'wide'] },
      add: 'Add a bot',
      blank: addBot,
      heading: headingOf,
      facts: (bot) => [
        ['Type', bot.type],
        ['Address', bot.email],
        ['Owner', ownerOf(asked, bot)?.full_name ?? bot.owner ?? 'nobody'],
        ['Connection', connectionOf(bot)],
        secret(bot, 'API key', bot.api_key),
        bot.token === null ? undefined : secret(bot, 'token', bot.token),
      ],
      detail: (bot) => detailOf(asked, bot),
    }),
  deeds: {
    add: making('user_id', ({ act }, { payload_url, ...given }) =>
      act('POST', '/bots', {
        ...given,
        ...(given.bot_type === '3' && { payload_url: JSON.stringify(payload_url ?? '') }),
      }),
    ),
    renewKey: saying('The key is new.', ({ act, id }) => act('POST', `/bots/${id}/api_key/regenerate`)),
    async deactivate(asked) {
      await asked.act('DELETE', `/bots/${asked.id}`)
      return { said: `${theBot(asked)?.full_name} is deactivated.`, back: { deed: 'reactivate' } }
    },
    async reactivate(asked) {
      await asked.act('POST', `/users/${asked.id}/reactivate`)
      return { said: `${theBot(asked)?.full_name} is active again.`, back: { deed: 'deactivate' } }
    },
    async connect(asked, _, { service_payload_url: url }) {
      const path = `/bots/${asked.id}`
      await asked.act('PATCH', path, { service_payload_url: JSON.stringify(url) })
      // What the simulator itself has connected comes before what the organisation knows.
      await asked.control('PATCH', path, { address: url })
      return { said: `${theBot(asked)?.full_name} is called there from now on.` }
    },
    edit: saying('Saved.', ({ act, id }, given) => act('PATCH', `/bots/${id}`, given)),
    /** What the service last posted to a bot, as the bot itself is told when it asks. */
    async latest(asked) {
      const bot = theBot(asked)
      return bot && { shown: part('Json', { value: await asked.actAs(bot, 'POST', '/svc-outgoing-webhook') }) }
    },
  },
}

const isCalled = ({ type }: ListedBot) => type === 'outgoing webhook'
const headingOf = ({ full_name, is_active }: ListedBot) => named(full_name, !is_active && 'deactivated')
const ownerOf = ({ organisation }: Asked, { owner }: ListedBot) =>
  organisation.users.find(({ email }) => email === owner)
const theBot = ({ context, id }: Asked) =>
  organisationOf(context.simulator).bots.find(({ user_id }) => String(user_id) === id)
const secret = ({ full_name }: ListedBot, what: string, value: string): Fact => [
  what === 'token' ? 'Token' : what,
  part('Secret', { what: `${what} of ${full_name}`, value }),
]

function connectionOf(bot: ListedBot): Shown {
  if (!isCalled(bot)) return quiet('is not called')
  if (bot.address === null) return chip('not connected', 'warn')
  return [chip('connected', 'good'), ' ', quiet(bot.address)]
}

const address = {
  label: 'Where it is called',
  kind: 'code',
  initial: 'http://127.0.0.1:5002',
  about: 'url|address',
} as const

const addBot: Shown = [
  small('It belongs to whoever acts.'),
  part('Form', {
    title: 'Add a bot',
    submit: 'Add',
    isNew: true,
    deed: 'add',
    fields: {
      full_name: 'Name',
      short_name: { label: 'Short name', hint: 'Its address begins with it.', about: 'username|bot name' },
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
    },
  }),
]

function detailOf(asked: Asked, bot: ListedBot): Shown {
  const { full_name } = bot
  const owner = ownerOf(asked, bot)
  const people = asked.organisation.users.filter(({ is_active }) => is_active)
  return [
    buttons(
      part('Press', { name: 'New API key', deed: 'renewKey' }),
      bot.is_active
        ? part('Press', { name: 'Deactivate', deed: 'deactivate', tone: 'serious' })
        : part('Press', { name: 'Reactivate', deed: 'reactivate', tone: 'main' }),
    ),
    isCalled(bot) && [
      fold(
        'Where it is called',
        bot.address === null,
        part('Form', {
          title: 'Where it is called',
          submit: 'Connect',
          deed: 'connect',
          fields: { service_payload_url: { ...address, label: 'Address', initial: bot.address ?? address.initial } },
        }),
      ),
      fold('Latest notification', false, part('Press', { name: `Ask as ${full_name}`, deed: 'latest' })),
    ],
    fold(
      'Name and owner',
      false,
      part('Form', {
        title: 'Name and owner',
        deed: 'edit',
        fields: {
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
        },
      }),
    ),
  ]
}
