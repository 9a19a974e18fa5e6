import { percentDecoded } from '../values.js'
import { codeSpans, type Span } from './blocks.js'
import { decodeEntities } from './entities.js'

/** Where a server has an uploaded file. */
export interface UploadAddress {
  /** The first part of its path: the ID of its organisation. */
  readonly realm: number
  /** The rest of its path, decoded. */
  readonly rest: string
  /** The file's own name, decoded. */
  readonly name: string
  /** Below the server's address, percent-encoded: `/user_uploads/2/ab/…/report.pdf`. */
  readonly path: string
}

/**
 * Reads the path or URL of an uploaded file.
 *
 * @param site The server's address, without a trailing slash.
 * @returns what is wrong with it, if it isn't a file of this server.
 */
export function uploadAddress(address: string, site: string): UploadAddress | string {
  const { origin, pathname: prefix } = new URL(site)
  // The platform's URL parser decides which host would get the request.
  if (!URL.canParse(address, origin)) return 'is neither a path nor a URL'
  const url = new URL(address, origin)
  if (url.origin !== origin) return `is at another server than ${origin}`
  const written = address.replace(/[?#].*$/s, '')
  const path =
    prefix !== '/' && url.pathname.startsWith(`${prefix}/`) ? url.pathname.slice(prefix.length) : url.pathname
  const [, realm, encoded = ''] = /^\/user_uploads\/(\d+)\/(.+)$/.exec(path) ?? []
  const parts = encoded.split('/').map((part) => percentDecoded(part) ?? '')
  const isPlain = parts.every((part) => part !== '' && !/[/\\\p{Cc}]/u.test(part))
  if (realm === undefined || !isPlain || /(^|[/\\])\.\.?([/\\]|$)/.test(percentDecoded(written) ?? written)) {
    return 'is not the path of an uploaded file, such as /user_uploads/2/ab/…/report.pdf'
  }
  return { realm: Number(realm), rest: parts.join('/'), name: parts.at(-1) ?? '', path }
}

/** A link to an uploaded file in a message. */
export interface UploadLink extends Span, UploadAddress {
  /** As the message calls it; the file's own name if it doesn't. */
  readonly name: string
}

/** Finds the links and images that show files of this server, each file once. Code has none. */
export function findUploads(markdown: string, site: string): UploadLink[] {
  if (!markdown.includes('/user_uploads/')) return []
  const code = codeSpans(markdown)
  const found = new Map<string, UploadLink>()
  let from = 0
  for (const match of markdown.matchAll(uploadLink)) {
    const [whole, linked, bare = ''] = match
    const address = linked ?? bare.replace(/[.,;:!?]+$/, '')
    const upload = uploadAddress(address, site)
    const after = from
    from = match.index + whole.length
    if (typeof upload === 'string' || code.some(({ start, end }) => start < from && match.index < end)) continue
    const open = linked === undefined ? undefined : openingBracket(markdown, match.index, after)
    const shown = open === undefined ? '' : decodeEntities(markdown.slice(open + 1, match.index)).trim()
    const start = open === undefined ? match.index : open - (markdown[open - 1] === '!' ? 1 : 0)
    const end = linked === undefined ? match.index + address.length : from
    if (!found.has(upload.path)) found.set(upload.path, { ...upload, name: shown || upload.name, start, end })
  }
  return [...found.values()]
}

/** The end of a link, from the bracket that closes its text, or a URL by itself. */
const uploadLink =
  /\]\(\s*<?([^\s()<>]*\/user_uploads\/[^\s()<>]*)>?(?:\s+["'][^"'\n]*["'])?\s*\)|(?<![^\s(<])(https?:\/\/[^\s()<>]*\/user_uploads\/[^\s()<>"']+)/g

/** The bracket that this one closes, not before `from`. */
function openingBracket(markdown: string, closing: number, from: number): number | undefined {
  let depth = 0
  for (let at = closing; at >= from; at -= 1) {
    if (markdown[at] === ']') depth += 1
    else if (markdown[at] === '[') depth -= 1
    if (depth === 0) return at
  }
  return undefined
}
