import { createHash, timingSafeEqual } from 'node:crypto'

/** What of a request's target is told to the app. */
export type TargetOf = (target: string) => string

/** What may be asked without knowing the path. */
const open: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

/** A path at which there never is anything. */
const nowhere = '/-'

/**
 * Lets the app be seen below a path alone, which may be a secret: it is compared in constant time, and whatever isn't
 * below it is told to the app as a path at which there is nothing, so that it is never logged.
 */
export function belowPath(path: string): TargetOf {
  const secret = digest(path)
  const slashes = path.split('/').length - 1
  return (target) => {
    const { pathname, query } = split(target)
    if (open.has(pathname)) return target
    const end = endOfSegments(pathname, slashes)
    return timingSafeEqual(digest(pathname.slice(0, end)), secret) ? `${pathname.slice(end) || '/'}${query}` : nowhere
  }
}

/** The parts of a path that nobody could guess. */
export function secretsIn(path: string): string[] {
  return path.split('/').filter((segment) => segment.length >= 12)
}

/** Where so many segments end. */
function endOfSegments(pathname: string, count: number): number {
  let at = 0
  for (let segment = 0; segment < count; segment += 1) {
    const next = pathname.indexOf('/', at + 1)
    if (next === -1) return pathname.length
    at = next
  }
  return at
}

/** A target is a path, or a whole address where the sender takes us for a proxy. */
function split(target: string): { pathname: string; query: string } {
  const local = /^https?:\/\/[^/?]*(.*)$/is.exec(target)?.[1] ?? target
  const at = local.search(/[?#]/)
  return at === -1 ? { pathname: local, query: '' } : { pathname: local.slice(0, at), query: local.slice(at) }
}

const digest = (text: string) => createHash('sha256').update(text).digest()
