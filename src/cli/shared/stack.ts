import { fileURLToPath } from 'node:url'

/** The frames of a stack, as V8 writes them but for the margin. */
export const framesIn = (stack: string): readonly string[] =>
  [...stack.matchAll(/^\s+at (.*)$/gm)].map(([, frame = '']) => frame)

/** The place of a frame in the reader's own files: not in Node, in a package or in the framework. Both numbers count from 1. */
export function ownPlace(frame: string) {
  const [, url = '', line, column = 1] =
    /(?:^|[( ])((?:file:\/\/|\/|[A-Za-z]:\\)[^()]*?):(\d+)(?::(\d+))?\)?$/.exec(frame) ?? []
  if (url === '' || /[\\/]node_modules[\\/]/.test(url) || url.includes(framework)) return undefined
  return { file: fileOf(url), line: Number(line), column: Number(column) }
}

/** The path in a URL or path, without the query with which modules are loaded again. */
export function fileOf(url: string): string {
  const bare = url.replace(/[?#].*$/, '')
  return bare.startsWith('file:') ? fileURLToPath(bare) : bare
}

/** The folder of the framework's own files, in its package or a checkout. */
const framework = /^file:\/\/(?<folder>.*\/(?:src|dist)\/)/.exec(import.meta.url)?.groups?.folder ?? 'node_modules'
