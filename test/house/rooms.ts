import { builtinModules } from 'node:module'
import { type Import, importsOf } from './imports.js'
import type { Sources } from './sources.js'

/**
 * The rooms of src, in the order in which they may know of each other: a file imports from its own room and from
 * earlier ones. The first room with a fitting place has the file.
 */
export const rooms = [
  {
    room: 'base',
    places: ['addressTrouble', 'clock', 'errors', 'lease', 'networkTrouble', 'serveError', 'values'].map(
      (name) => `src/${name}.ts`,
    ),
  },
  { room: 'protocol', places: ['src/protocol/'] },
  { room: 'text/linkify', places: ['src/text/linkify/'] },
  { room: 'text/words', places: ['duration', 'fold', 'nearest'].map((name) => `src/text/${name}.ts`) },
  { room: 'text', places: ['src/text/'] },
  { room: 'transcript', places: ['src/transcript/'] },
  { room: 'client', places: ['src/client/'] },
  { room: 'storage', places: ['src/storage/'] },
  { room: 'bot', places: ['src/bot/'] },
  { room: 'receiver', places: ['src/receiver/'] },
  { room: 'queue', places: ['src/queue/'] },
  { room: 'listener', places: ['src/listener/'] },
  { room: 'assistant', places: ['src/assistant/'] },
  { room: 'opentelemetry', places: ['src/opentelemetry/'] },
  { room: 'chatSdk', places: ['src/chatSdk/'] },
  { room: 'simulator/base', places: ['src/simulator/base/'] },
  { room: 'simulator/realm', places: ['src/simulator/realm/'] },
  { room: 'playground page', places: ['src/playground/page/'] },
  // What others import of the simulator has the playground at its address; nothing in either imports it.
  { room: 'simulator entry', places: ['src/simulator/index.ts'] },
  { room: 'simulator', places: ['src/simulator/'] },
  { room: 'playground', places: ['src/playground/'] },
  { room: 'testing', places: ['src/testing/'] },
  { room: 'node', places: ['src/node/'] },
  { room: 'mcp', places: ['src/mcp/'] },
  { room: 'cli', places: ['src/cli/'] },
  // The package's own front doors come last, so that no room can go in by them.
  {
    room: 'earshot',
    places: [
      'index',
      'client',
      'emoji',
      'linkify',
      'observe',
      'protocol',
      'queue',
      'receiver',
      'sentences',
      'storage',
    ].map((door) => `src/${door}.ts`),
  },
] as const

/**
 * The folders of rooms that are large, in the order in which they may know of each other; the files beside them come last.
 * A folder within one of them belongs to it.
 */
const folders: Partial<Record<string, readonly string[]>> = {
  bot: [
    'base',
    'sentences',
    'people',
    'arguments',
    'delivery',
    'context',
    'outgoing',
    'following',
    'conversation',
    'middleware',
    'events',
    'commands',
    'session',
    'streams',
    'schedule',
    'routes',
  ],
  'simulator/realm': [
    'assumptions',
    'seed',
    'world',
    'access',
    'conversations',
    'organisation',
    'markdown',
    'shapes',
    'notifications',
    'messages',
    'search',
    'channels',
    'users',
    'queues',
    'operations',
  ],
  simulator: [
    'openapi',
    'time',
    'http',
    'faults',
    'memory',
    'seedFile',
    'delivery',
    'api',
    'journal',
    'disk',
    'public',
    'transcribe',
    'control',
  ],
}

export type Room = (typeof rooms)[number]['room']

/** Rooms that may know fewer than all the earlier ones, and why. */
const narrower: Partial<Record<Room, { knows: readonly Room[]; why: string }>> = {
  protocol: { knows: ['base'], why: 'the contract stands on nothing but helpers' },
  transcript: {
    knows: ['base', 'text'],
    why: 'how a conversation is written down is for the simulator too, which must not come to know bots by it',
  },
  'text/linkify': { knows: ['protocol'], why: 'the simulator shares it, and must not come to know bots by it' },
  // Linkifiers are shared on purpose: the engine is held against the standards that it follows, not against ourselves.
  'simulator/base': { knows: ['base'], why: 'the whole simulator stands on it' },
  'simulator/realm': {
    knows: ['base', 'simulator/base', 'protocol', 'text/linkify', 'text/words'],
    why: 'a double that shares the code it checks proves nothing, so the realm knows the contract, the linkifiers, what reads durations and misspelt words, and what everything stands on alone',
  },
  simulator: {
    knows: [
      'base',
      'simulator/base',
      'protocol',
      'text',
      'transcript',
      'text/linkify',
      'text/words',
      'simulator/realm',
    ],
    why: 'a double that shares the code it checks proves nothing, so the simulator knows the contract, plain text helpers, how conversations are written down, and its realm alone',
  },
  playground: {
    knows: ['base', 'protocol', 'text', 'text/linkify', 'text/words', 'simulator/realm', 'simulator'],
    why: 'it shows a simulator, and no bot',
  },
  'simulator entry': {
    knows: ['base', 'simulator/base', 'simulator/realm', 'simulator', 'playground'],
    why: 'it composes what others import',
  },
  'playground page': {
    knows: ['base', 'protocol', 'simulator', 'playground', 'text', 'text/words'],
    why: 'the page does through the control API what anybody can, and shares no more than the types of what that gives, and what reads and writes text',
  },
  assistant: {
    knows: ['base', 'text/words', 'text', 'client', 'bot'],
    why: 'it is written with what every bot is written with',
  },
  opentelemetry: {
    knows: ['base', 'protocol', 'text', 'client', 'bot'],
    why: 'whoever observes knows what is told of the work, and not the work',
  },
  chatSdk: {
    knows: ['base', 'protocol', 'text', 'client', 'storage', 'bot', 'receiver', 'queue', 'listener'],
    why: 'it is made of what receives and listens, and a simulator is only for its tests',
  },
  earshot: {
    knows: ['base', 'protocol', 'text/linkify', 'text/words', 'text', 'client', 'storage', 'bot', 'receiver', 'queue'],
    why: 'the package must load on runtimes that are not Node',
  },
}

/** Rooms that run wherever the web's standards do. */
export const webStandardRooms: readonly Room[] = [
  'base',
  'protocol',
  'transcript',
  'text/linkify',
  'text/words',
  'text',
  'client',
  'storage',
  'bot',
  'receiver',
  'queue',
  'listener',
  'assistant',
  'earshot',
]

export const roomOf = (path: string): Room | undefined =>
  rooms.find(({ places }) => places.some((place) => path === place || (place.endsWith('/') && path.startsWith(place))))
    ?.room

/** One sentence for every import of src that points the wrong way, with its file, its line and the rule. */
export function brokenArrows(sources: Sources): string[] {
  const homeless = [...sources.keys()]
    .filter((path) => !hasPlace(path))
    .map((path) => `${path} is in no room: give its folder a place in test/house/rooms.ts.`)
  const imports = [...sources.keys()].flatMap((path) => importsOf(path, sources))
  return [...homeless, ...imports.flatMap((found) => verdict(found))]
}

function hasPlace(path: string): boolean {
  const room = roomOf(path)
  if (room === undefined) return false
  const folder = folderOf(path, room)
  return folder === undefined || folders[room]?.includes(folder) !== false
}

function verdict(found: Import): string[] {
  const at = `${found.from}:${found.line} imports ${found.specifier}`
  const room = roomOf(found.from)
  if (!room) return []
  if (!found.to) return ofPackage(found, room, at)
  if (!found.to.startsWith('src/')) return [`${at}: nothing outside src is published.`]

  const other = roomOf(found.to)
  if (!other) return []
  if (other === room) return withinRoom(found, room, at)
  const rule = narrower[room]
  if (rule) return rule.knows.includes(other) ? [] : [`${at}: ${room} may not know ${other}, because ${rule.why}.`]
  if (place(other) < place(room)) return []
  return [`${at}: ${room} may not know ${other}, because a room knows only the rooms before it (${order}).`]
}

/** The folder of a file within its room; undefined for a file beside the folders. */
const folderOf = (path: string, room: Room) => path.slice(`src/${room}/`.length).split('/').slice(0, -1)[0]

/** An import between the folders of one room. */
function withinRoom({ from, to }: Import, room: Room, at: string): string[] {
  const inOrder = folders[room]
  if (inOrder === undefined || to === undefined) return []
  const [own, other] = [folderOf(from, room), folderOf(to, room)]
  if (own === undefined || (other !== undefined && inOrder.indexOf(other) <= inOrder.indexOf(own))) return []
  const why = `a folder knows only the folders before it (${inOrder.join(' < ')})`
  return [`${at}: ${room}/${own} may not know ${other ?? 'what is beside it'}, because ${why}.`]
}

function ofPackage({ specifier }: Import, room: Room, at: string): string[] {
  if (/^earshot(\/|$)/.test(specifier))
    return [`${at}: inside src a relative path is used, or the rooms' order is lost.`]
  if (!webStandardRooms.includes(room)) return []
  const onlyInNode = specifier === 'undici' || specifier.startsWith('node:') || builtinModules.includes(specifier)
  return onlyInNode ? [`${at}: ${room} must run where there is no Node; src/node is the place for this.`] : []
}

const place = (room: Room) => rooms.findIndex((one) => one.room === room)
const order = rooms.map(({ room }) => room).join(' < ')
