import { importsOf } from './imports.js'
import type { Sources } from './sources.js'

/**
 * The folders inside rooms of src, lowest first: a file imports from its own folder and from those before it. Types
 * count. Files that lie loose in the room, but for those named here, come last before what follows `loose`.
 */
export const folderOrders: Readonly<Record<string, readonly string[]>> = {
  'src/simulator/': [
    'base',
    'openapi',
    'realm',
    'time',
    'http',
    'faults',
    'memory',
    'seedFile',
    'delivery',
    'api',
    'journal',
    'public',
    'transcribe',
    'control',
    'loose',
    'disk',
    'index.ts',
  ],
  'src/simulator/realm/': [
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
    'loose',
  ],
}

/** One sentence for every import that points from a folder to a later one, and for every folder without a place. */
export function brokenFolderOrders(sources: Sources, orders = folderOrders): string[] {
  return Object.entries(orders).flatMap(([room, order]) => {
    const folderOf = (path: string): string => {
      const [first = '', ...rest] = path.slice(room.length).split('/')
      return rest.length > 0 || order.includes(first) ? first : 'loose'
    }
    const paths = [...sources.keys()].filter((path) => path.startsWith(room))
    const unknown = [...new Set(paths.map(folderOf))].filter((folder) => !order.includes(folder))
    if (unknown.length > 0)
      return [`${room} has no place for ${unknown.join(', ')}: give it one in test/house/folders.ts.`]
    return paths.flatMap((path) =>
      importsOf(path, sources).flatMap(({ to, line, specifier }) => {
        if (!to?.startsWith(room)) return []
        const [own, other] = [folderOf(path), folderOf(to)]
        if (order.indexOf(other) <= order.indexOf(own)) return []
        return [`${path}:${line} imports ${specifier}: ${own} may not know ${other} (${order.join(' < ')}).`]
      }),
    )
  })
}
