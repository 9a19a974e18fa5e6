import { register } from 'node:module'

/**
 * An address under which a module, and whatever it imports outside of node_modules, is loaded as if for the first time.
 * Node keeps a module by its address, so each loading has addresses of its own; what was loaded before stays in memory.
 */
export function freshUrl(url: string): string {
  if (loadings === 0) register(`data:text/javascript,${encodeURIComponent(hook)}`)
  loadings += 1
  return `${url}?${mark}=${loadings}`
}

let loadings = 0

const mark = 'earshot-loading'

/** Runs in the thread of Node's loader, which shares nothing with this one. */
const hook = `
export async function resolve(specifier, context, next) {
  const found = await next(specifier, context)
  const [loading] = /[?&]${mark}=\\d+/.exec(context.parentURL ?? '') ?? []
  if (!loading || !found.url.startsWith('file:')) return found
  if (found.url.includes('/node_modules/') || found.url.includes('${mark}=')) return found
  return { ...found, url: found.url + (found.url.includes('?') ? '&' : '?') + loading.slice(1) }
}
`
