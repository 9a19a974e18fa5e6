import { type ReadParams, serverTexts } from '../../../../protocol/index.js'
import type { Operations } from '../../access/operation.js'
import { cutText, directPlace, readContent } from '../../conversations/messages.js'
import { usersNamed } from '../../messages/recipients.js'
import { draftShape, draftsOf, snippetShape, snippetsOf } from '../../shapes/unsentMessages.js'
import { refuse } from '../../world/refusal.js'
import type { Account, Snippet, StoredDraft } from '../../world/state.js'
import { nextId, seconds, type World } from '../../world/world.js'
import { readableChannel } from '../channels/channels.js'

export const draftOperations = {
  'drafts.list': ({ world, caller }) => {
    const drafts = draftsOf(world, caller)
    return { count: drafts.length, drafts }
  },

  'drafts.create': ({ world, caller, params }) => {
    const read = params.drafts.map((draft) => readDraft(world, caller, draft))
    const drafts = read.map((draft) => ({ id: nextId(world, 'draft'), ...draft }))
    for (const draft of drafts) world.state.drafts.set(draft.id, draft)
    world.emit('drafts', [caller.id], { op: 'add', drafts: drafts.map(draftShape) })
    return { ids: drafts.map(({ id }) => id) }
  },

  'drafts.edit': ({ world, caller, params }) => {
    const { id } = ownDraft(world, caller, params.draft_id)
    const draft = { id, ...readDraft(world, caller, params.draft) }
    world.state.drafts.set(id, draft)
    world.emit('drafts', [caller.id], { op: 'update', draft: draftShape(draft) })
  },

  'drafts.delete': ({ world, caller, params }) => {
    const { id } = ownDraft(world, caller, params.draft_id)
    world.state.drafts.delete(id)
    world.emit('drafts', [caller.id], { op: 'remove', draft_id: id })
  },
} satisfies Partial<Operations>

function ownDraft(world: World, caller: Account, id: number): StoredDraft {
  const draft = world.state.drafts.get(id)
  return draft?.owner_id === caller.id ? draft : refuse('draftDoesNotExist')
}

type Given = ReadParams<'drafts.edit'>['draft']

function readDraft(world: World, caller: Account, given: Given): Omit<StoredDraft, 'id'> {
  const content = readContent(world, given.content)
  const timestamp = given.timestamp ?? world.clock.now() / 1000
  if (timestamp < 0) refuse('draftTimeNegative')
  return { owner_id: caller.id, ...placeOf(world, caller, given), content, timestamp }
}

function placeOf(
  world: World,
  caller: Account,
  { type, to, topic }: Given,
): Pick<StoredDraft, 'type' | 'to' | 'topic'> {
  if (type === 'stream') {
    if (topic.includes('\u0000')) refuse('topicMustNotContainNull')
    const [only, ...others] = to
    if (only === undefined || others.length > 0) refuse('draftNeedsOneChannel')
    const { id } = readableChannel(world, caller, only)
    return { type, to: [id], topic: cutText(topic.trim(), world.assumptions.topicLength, serverTexts.cut) }
  }
  if (type === '' || to.length === 0) return { type: '', to: [], topic: '' }
  const { user_ids } = directPlace(usersNamed(world, caller, to).map(({ id }) => id))
  const others = user_ids.filter((id) => id !== caller.id)
  return { type: 'private', to: others.length > 0 ? others : user_ids, topic: '' }
}

export const savedSnippetOperations = {
  'savedSnippets.list': ({ world, caller }) => ({ saved_snippets: snippetsOf(world, caller) }),

  'savedSnippets.create': ({ world, caller, params }) => {
    const title = notBlank('title', params.title)
    const content = notBlank('content', params.content)
    const snippet = { id: nextId(world, 'snippet'), owner_id: caller.id, title, content, date_created: seconds(world) }
    world.state.snippets.set(snippet.id, snippet)
    world.emit('saved_snippets', [caller.id], { op: 'add', saved_snippet: snippetShape(snippet) })
    return { saved_snippet_id: snippet.id }
  },

  'savedSnippets.edit': ({ world, caller, params }) => {
    const title = params.title === undefined ? undefined : notBlank('title', params.title)
    const content = params.content === undefined ? undefined : notBlank('content', params.content)
    if (title === undefined && content === undefined) return
    const before = ownSnippet(world, caller, params.saved_snippet_id)
    const after = { ...before, title: title ?? before.title, content: content ?? before.content }
    world.state.snippets.set(after.id, after)
    world.emit('saved_snippets', [caller.id], { op: 'update', saved_snippet: snippetShape(after) })
  },

  'savedSnippets.delete': ({ world, caller, params }) => {
    const { id } = ownSnippet(world, caller, params.saved_snippet_id)
    world.state.snippets.delete(id)
    world.emit('saved_snippets', [caller.id], { op: 'remove', saved_snippet_id: id })
  },
} satisfies Partial<Operations>

function ownSnippet(world: World, caller: Account, id: number): Snippet {
  const snippet = world.state.snippets.get(id)
  return snippet?.owner_id === caller.id ? snippet : refuse('savedSnippetDoesNotExist')
}

function notBlank(name: string, given: string): string {
  return given.trim() || refuse('blank', { name })
}
