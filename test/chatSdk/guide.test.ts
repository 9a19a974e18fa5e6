import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../docs/blocks.js'

const read = (place: string) => readFileSync(join(root, place), 'utf8')
const guide = read('docs/guides/chat-sdk.md')

describe('the versions of the Chat SDK', () => {
  const { devDependencies } = JSON.parse(read('package.json'))
  const versions = (text: string) =>
    Object.fromEntries(
      [...text.matchAll(/((?:@chat-adapter\/[\w-]+|\bchat))"?(?:@|: ")([\d.]+)/g)].map(([, a, b]) => [a, b]),
    )

  it.each([
    ['the guide installs', guide, 3],
    ['the template installs', read('templates/chat-sdk/package.json'), 4],
  ])('that %s are those of the tests', (_, text, count) => {
    const found = versions(text)
    expect(Object.keys(found)).toHaveLength(count)
    expect(devDependencies).toMatchObject(found)
  })
})

/** For each feature of the guide's table the tests that hold what it says of Zulip, as they are named in their files. */
const heldBy: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'mentions, direct messages': { bot: ['answers a mention in its topic'], replies: ['replies to a direct message'] },
  'follow-ups in subscribed threads, reactions': { bot: ['hears follow-ups in a subscribed thread, and reactions'] },
  'edits and deletions are heard': { ways: ['passes edits, deletions and reactions on'] },
  'post, edit, delete': { methods: ['splits a long text, and edits and deletes its messages together'] },
  'texts above the limit': { longMessages: ['whose ID is that of the sent one, and whose text is whole'] },
  'replies to a message': { replies: ['quotes and links the message that a reply is to'] },
  streaming: { streams: ['splits long code into messages that each close and reopen its fence'] },
  'stop of a running answer': {
    concurrency: ['stops a streamed answer as soon as the handler of "stop" may run'],
    processSuite: ['one stops an answer that another process writes'],
  },
  files: {
    methods: ['uploads files, and links them below the text'],
    content: ['can be downloaded, also when the message was stored in between'],
  },
  cards: { methods: ['are Markdown, with the buttons and options in a message of their own'] },
  buttons: { bot: ['runs the handler of a pressed button'], refusals: ['a card with 60 buttons'] },
  selects: { cards: ['of two selects with the same option are told apart'] },
  charts: { refusals: ['posts a chart as a table'] },
  plans: { methods: ['posts a plan, and edits it as its tasks change'] },
  polls: { methods: ['posts polls, and refuses other objects by name'] },
  'slash commands': { bot: ['answers a slash command in the topic where it was given, without the command'] },
  'add and remove reactions': {
    methods: ["are added and taken back by name, by character and by the SDK's emoji"],
  },
  typing: { methods: ['is shown in a topic, in a channel and in a direct conversation, and taken back'] },
  'history of threads and channels': { methods: ['pages through a thread backward and forward, oldest first'] },
  'threads of a channel': { methods: ['describes a thread, a channel and its threads'] },
  users: { methods: ['finds people by their IDs, and null for nobody'] },
  'scheduled messages': {
    methods: ['schedules a message, and cancels it'],
    refusals: ['a card with buttons that is scheduled'],
  },
  'ephemeral messages': { bot: ['writes ephemeral messages directly, where the bot wants that'] },
  modals: { bot: ['opens no modal, and goes on'] },
}

const rows = [...guide.matchAll(/^\| ([^|]+) \| [^|]+ \| [^|]+ \| [^|]+ \| [^|]+ \| [^|]+ \|$/gm)].map(
  ([, name = '']) => name,
)

it("lists tests for each feature of the guide's table, and for no other", () => {
  expect(Object.keys(heldBy)).toEqual(rows.filter((name) => name !== 'feature'))
})

it.each(Object.entries(heldBy))('has the tests of %s', (_, files) => {
  for (const [file, names] of Object.entries(files)) {
    const text = read(`test/chatSdk/${file === 'processSuite' ? file : `${file}.test`}.ts`)
    for (const name of names) expect(text).toContain(name)
  }
})
