import { pause } from '../../client/index.js'
import { isObject } from '../../values.js'
import { fieldsOf, firstOf, listOf, read, refusal, registeredFor, withUpload } from './answers.js'
import { CannotAsk, type Json, type Question, type RawRequest, type Side, until } from './question.js'

/** What servers do that no declaration says: a bot that relies on the simulator's way has to find the same on a server. */
export const behaviourQuestions: readonly Question[] = [
  question('X-RateLimit headers', 'Answers to an account tell of its limit.', async (side) => {
    const { header } = await side.raw('/api/v1/users/me')
    return ['limit', 'remaining', 'reset'].filter((name) => header(`x-ratelimit-${name}`) !== undefined)
  }),
  question(
    'a page of the API without credentials',
    'A browser is sent to the login page; a program gets JSON.',
    (side) =>
      answersTo(side, '/api/v1/users/me', [
        { isAnonymous: true, accept: 'text/html' },
        { isAnonymous: true, accept: 'application/json' },
      ]),
  ),
  question(
    'a file that does not exist',
    'A missing file is a page with this status, also below /api/v1.',
    async (side) => [
      ...(await answersTo(side, missingFile, [{}, { isAnonymous: true }, { accept: 'image/*' }])),
      ...(await answersTo(side, `/api/v1${missingFile}`, [{}])),
    ],
  ),
  question('the data of some types', 'A registration returns these fields for these types.', async (side) => {
    const types = ['update_message_flags', 'muted_topics', 'user_topic', 'channel_folders', 'klipy', 'video_calls']
    const alone = await registeredFor(side, types)
    const people = await registeredFor(side, ['realm_user'])
    const person = await ownOf(side, people.realm_users)
    return { types: fieldsOf(alone), realm_user: fieldsOf(people), 'a person of realm_users': personFields(person) }
  }),
  question('fields of a channel', 'A channel has these fields.', async (side) =>
    fieldsOf(firstOf((await read(side, '/streams')).streams, 'channel')),
  ),
  question('fields of a subscription', 'A subscription has these fields.', async (side) =>
    fieldsOf(firstOf((await read(side, '/users/me/subscriptions')).subscriptions, 'channel')),
  ),
  question('fields of a person', 'A person has these fields.', async (side) =>
    personFields(await ownOf(side, (await read(side, '/users')).members)),
  ),
  question('fields of a bot', 'In the data of a registration, a bot has these fields.', async (side) =>
    fieldsOf(firstOf((await registeredFor(side, ['realm_bot'])).realm_bots, 'bot')),
  ),
  question("fields of a person's presence", 'The presence of one person has these fields.', async (side) => {
    const { presences } = await read(side, '/realm/presence')
    const [email] = isObject(presences) ? Object.keys(presences) : []
    if (email === undefined) throw new CannotAsk('Nobody has been present lately.')
    const { presence } = await read(side, `/users/${encodeURIComponent(email)}/presence`)
    if (!isObject(presence)) return presence
    return Object.fromEntries(
      Object.entries(presence).map(([key, one]) => [key, isObject(one) ? fieldsOf(one) : 'a time']),
    )
  }),
  question('a search for a stop word alone', 'It finds nothing.', async (side) => ({
    messages: (await found(side, 'the')).length,
  })),
  question('anchors above all IDs', 'They stand for the newest message.', async (side) => {
    const anchors = ['9223372036854775807', '99999999999999999999', '10000000000000001']
    return inTurn(anchors, (anchor) => refusal(side, 'GET', '/messages', { anchor, num_before: 1, num_after: 0 }))
  }),
  question('the parameter `client`', 'Every call takes it.', async (side) => {
    const { ignored_parameters_unsupported: ignored = [] } = await read(side, '/users/me', { client: 'earshot drift' })
    return { ignored }
  }),

  written('the group that administers a new channel', 'It is the creator alone, or a group.', async (side) => {
    const channel = await newChannel(side)
    const group = channel.can_administer_channel_group
    return typeof group === 'number' ? 'a group' : isObject(group) ? 'people' : 'none'
  }),
  written('a description of two lines', 'It becomes one line.', async (side) => {
    const { description } = await newChannel(side)
    return String(description).includes('\n') ? 'two lines' : 'one line'
  }),
  written(
    'a language of the organisation that does not exist',
    'It is refused with this code and text.',
    async (side) => {
      if (!(await side.subjects()).user.is_admin) throw new CannotAsk('Only administrators can ask that.')
      return refusal(side, 'PATCH', '/realm', { default_language: 'xx' })
    },
  ),
  written(
    'the policy of a topic that one starts',
    'The answer to its first message tells the policy that it gets.',
    async (side) => {
      const { started } = await side.channel()
      return { automatic_new_visibility_policy: started.automatic_new_visibility_policy ?? null }
    },
  ),
  written(
    'taking a reaction back',
    'A reaction with an emoji of the server is not found by its name alone.',
    async (side) => {
      const message_id = await sent(side, 'A reaction?')
      const emoji = { emoji_name: 'svc', emoji_code: 'svc', reaction_type: 'svc_extra_emoji' }
      await side.client.reactions.add({ message_id, ...emoji }, until(side))
      // The server has a name of its own for it.
      const { reactions } = await messageOf(side, message_id)
      const { emoji_name, emoji_code, reaction_type } = firstOf(reactions, 'reaction')
      const remove = (params: Json) => refusal(side, 'DELETE', `/messages/${message_id}/reactions`, params)
      return {
        'by its name': await remove({ emoji_name }),
        'by its type and code': await remove({ emoji_name, emoji_code, reaction_type }),
      }
    },
  ),
  written(
    'fields of a message with a reaction',
    'Message, reaction and the answer to an edit have these fields.',
    async (side) => {
      const id = await sent(side, 'An edit?')
      await side.client.request('POST', `/messages/${id}/reactions`, { emoji_name: 'heart' }, until(side))
      const edit = await side.client.request('PATCH', `/messages/${id}`, { content: 'An edit.' }, until(side))
      const message = await messageOf(side, id)
      const reaction = firstOf(message.reactions, 'reaction')
      return { message: fieldsOf(message), reaction: fieldsOf(reaction), edit: fieldsOf(edit) }
    },
  ),
  written(
    'a search for words',
    'It compares stems; quoted words must stand there; whole words are marked.',
    async (side) => {
      await sent(side, 'The bakers were running a quick test')
      const searches = ['running', 'runs', 'bakers running', '"quick test"', '"quick tests"', 'runn']
      // Servers index a message some time after it was sent.
      for (let tries = 0; tries < 20 && (await found(side, 'running')).length === 0; tries += 1)
        await pause(side.clock, 500)
      const [first] = await found(side, 'running')
      if (first === undefined) throw new CannotAsk('The server took more than 10 seconds to index a message.')
      const counts = await inTurn(searches, async (words) => [words, (await found(side, words)).length] as const)
      const marked = /<span class="highlight">[^<]*<\/span>/.exec(String(first.match_content))?.[0]
      return { ...Object.fromEntries(counts), marked }
    },
  ),
  written('an uploaded file', 'Its name, its headers, and who gets it in which way.', async (side) => {
    const file = new File(['earshot drift'], 'report (1) a&b.txt', { type: 'text/plain' })
    return withUpload(side, file, async (url) => {
      const shown = async (path: string, options?: RawRequest) => {
        const answer = await side.raw(path, options)
        return { ...short(answer), disposition: answer.header('content-disposition') ?? null }
      }
      return {
        name: url.split('/').at(-1),
        'by its owner': await shown(url),
        'as a download': await shown(url.replace('/user_uploads/', '/user_uploads/download/')),
        'with the key in the address': await shown(url, { keyInAddress: true }),
        'without credentials': await shown(url, { isAnonymous: true }),
        'as a picture without credentials': await shown(url, { isAnonymous: true, accept: 'image/*' }),
        'by a bot': side.bot === undefined ? 'not asked' : await shown(url, { asBot: true }),
      }
    })
  }),
  written('the preview of an uploaded picture', 'It is a thumbnail, or the file itself.', async (side) => {
    const file = new File([pixel()], 'pixel.png', { type: 'image/png' })
    return withUpload(side, file, async (url) => {
      const { content } = await messageOf(side, await sent(side, `[pixel](${url})`))
      const image = /<img[^>]*>/.exec(String(content))?.[0] ?? ''
      const isThumbnail = /thumbnail|image-loading-placeholder/.test(image)
      return { preview: image === '' ? 'none' : isThumbnail ? 'a thumbnail' : 'the file itself' }
    })
  }),
]

function question(id: string, says: string, ask: Question['ask']): Question {
  return { id, about: 'behaviour', says, ask }
}

function written(id: string, says: string, ask: Question['ask']): Question {
  return { ...question(id, says, ask), writes: true }
}

const missingFile = '/user_uploads/2/ea/rshot-drift/none.txt'

function answersTo(side: Side, path: string, requests: readonly RawRequest[]) {
  return inTurn(requests, async (request) => short(await side.raw(path, request)))
}

async function inTurn<Item, Result>(items: readonly Item[], ask: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (const item of items) results.push(await ask(item))
  return results
}

/** The status, the kind of the content, and the page that is redirected to. */
function short({ status, header }: Awaited<ReturnType<Side['raw']>>) {
  const location = header('location')
  const type = header('content-type')?.split(';')[0] ?? null
  if (location === undefined) return { status, type }
  return { status, location: new URL(location, 'https://server.invalid').pathname }
}

async function ownOf(side: Side, users: unknown): Promise<Json> {
  const { user_id } = (await side.subjects()).user
  return firstOf(users, 'user of its own', (one) => one.user_id === user_id)
}

/** Some servers leave out what is null, and an avatar may be. */
const personFields = (person: Json) => fieldsOf(person).filter((name) => person[name] !== null && name !== 'avatar_url')

async function newChannel(side: Side): Promise<Json> {
  const { id } = await side.channel()
  const { streams } = await read(side, '/streams')
  return firstOf(streams, 'channel of the checks', (one) => one.stream_id === id)
}

/** Sends a message to the channel of the checks. */
async function sent(side: Side, content: string): Promise<number> {
  const { id: to, topic } = await side.channel()
  return (await side.client.messages.send({ type: 'channel', to, topic, content }, until(side))).id
}

async function messageOf(side: Side, anchor: number): Promise<Json> {
  const page = { anchor, num_before: 0, num_after: 0, apply_markdown: true }
  return firstOf((await read(side, '/messages', page)).messages, 'message')
}

async function found(side: Side, words: string): Promise<readonly Json[]> {
  const narrow = [{ operator: 'search', operand: words }]
  return listOf((await read(side, '/messages', { anchor: 'newest', num_before: 10, num_after: 0, narrow })).messages)
}

/** A picture of one pixel. */
function pixel() {
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  return Uint8Array.from(atob(png), (character) => character.charCodeAt(0))
}
