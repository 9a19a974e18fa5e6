import { byAccount, type Operation } from '../../operation.js'
import { refuse } from '../../refusal.js'
import type { Account, Snippet } from '../../state.js'
import { nextId, seconds, type World } from '../../world.js'

type Names = 'savedSnippets.list' | 'savedSnippets.create' | 'savedSnippets.edit' | 'savedSnippets.delete'

export const savedSnippetOperations: { readonly [Name in Names]: Operation<Name> } = {
  'savedSnippets.list': byAccount(({ world, caller }) => ({ saved_snippets: snippetsOf(world, caller) })),

  'savedSnippets.create': byAccount(({ world, caller, params }) => {
    const title = notBlank('title', params.title)
    const content = notBlank('content', params.content)
    const snippet = { id: nextId(world, 'snippet'), ownerId: caller.id, title, content, created: seconds(world) }
    world.state.snippets.set(snippet.id, snippet)
    world.emit('saved_snippets', [caller.id], { op: 'add', saved_snippet: snippetShape(snippet) })
    return { saved_snippet_id: snippet.id }
  }),

  'savedSnippets.edit': byAccount(({ world, caller, params }) => {
    const title = params.title === undefined ? undefined : notBlank('title', params.title)
    const content = params.content === undefined ? undefined : notBlank('content', params.content)
    if (title === undefined && content === undefined) return {}
    const before = ownSnippet(world, caller, params.saved_snippet_id)
    const after = { ...before, title: title ?? before.title, content: content ?? before.content }
    world.state.snippets.set(after.id, after)
    world.emit('saved_snippets', [caller.id], { op: 'update', saved_snippet: snippetShape(after) })
    return {}
  }),

  'savedSnippets.delete': byAccount(({ world, caller, params }) => {
    const { id } = ownSnippet(world, caller, params.saved_snippet_id)
    world.state.snippets.delete(id)
    world.emit('saved_snippets', [caller.id], { op: 'remove', saved_snippet_id: id })
    return {}
  }),
}

/** An account's saved snippets as they are listed. */
export function snippetsOf({ state }: World, account: Account) {
  return [...state.snippets.values()].filter(({ ownerId }) => ownerId === account.id).map(snippetShape)
}

function snippetShape({ id, title, content, created }: Snippet) {
  return { id, title, content, date_created: created }
}

function ownSnippet(world: World, caller: Account, id: number): Snippet {
  const snippet = world.state.snippets.get(id)
  return snippet?.ownerId === caller.id ? snippet : refuse('savedSnippetDoesNotExist')
}

function notBlank(name: string, given: string): string {
  return given.trim() || refuse('blank', { name })
}
