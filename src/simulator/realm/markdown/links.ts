import type { ImageInText } from '../organisation/thumbnails.js'
import { type Element, element, finished, isBlank, trim, white } from './element.js'
import type { InlineMatch, InlineRule } from './inline.js'
import topLevelDomains from './topLevelDomains.json' with { type: 'json' }

/** What links need to know of the organisation. */
interface LinkOptions {
  /** Its address, without a slash at the end: links to its own messages and files become relative. */
  readonly site: string
  /** The attributes of the uploaded image that `![text](address)` shows; undefined if that is no image. */
  readonly imageAttributes: ((plain: ImageInText) => Readonly<Record<string, string>>) | undefined
}

/** `[text](address "title")`. The text can contain code, mentions and links to channels, but no other markup. */
export function markdownLinks(options: LinkOptions): InlineRule {
  return {
    sign: '](',
    nests: true,
    find(text, from, shown) {
      const closing = closingBrackets(text)
      for (let start = text.indexOf('[', from); start >= 0; start = text.indexOf('[', start + 1)) {
        const close = closing.get(start)
        if (close === undefined || text.charAt(close + 1) !== '(') continue
        const isImage = text.charAt(start - 1) === '!'
        if (isImage && options.imageAttributes === undefined) continue
        const target = readTarget(text, close + 2, shown)
        const made = target && (isImage ? image : link)(options, text.slice(start + 1, close), target)
        if (made !== undefined) return { start: isImage ? start - 1 : start, end: target?.end ?? close, made }
      }
      return undefined
    },
  }
}

/** Where each opening bracket is closed. */
function closingBrackets(text: string): ReadonlyMap<number, number> {
  const open: number[] = []
  const closing = new Map<number, number>()
  for (const { 0: sign, index } of text.matchAll(/[[\]]/g)) {
    if (sign === '[') open.push(index)
    else {
      const start = open.pop()
      if (start !== undefined) closing.set(start, index)
    }
  }
  return closing
}

interface Target {
  readonly address: string
  readonly title: string | undefined
  /** After the closing parenthesis. */
  readonly end: number
}

const inAngles = new RegExp(`[${white}]*(?:<([^<>]*)>[${white}]*(?:('[^']*'|"[^"]*")[${white}]*)?\\))?`, 'y')

/** Reads what is in the parentheses after a link's text, from after the opening one. */
function readTarget(text: string, from: number, shown: (text: string) => string): Target | undefined {
  inAngles.lastIndex = from
  const [whole = '', address, title] = inAngles.exec(text) ?? []
  const start = from + whole.length
  const found =
    address === undefined ? readParentheses(text, start) : { address, title: title?.slice(1, -1), end: start }
  return (
    found && { ...found, address: trim(shown(found.address)), title: found.title && cleanTitle(shown(found.title)) }
  )
}

/** A quotation mark in the address. It opens a title if the same mark is right before the closing parenthesis. */
interface Quotation {
  readonly sign: string
  readonly start: number
  end: number
}

/**
 * The address up to the parenthesis that closes it; pairs of parentheses belong to it. From the first quotation mark on,
 * parentheses belong to a title; if that title has no end, they count after all.
 */
function readParentheses(text: string, start: number): Target | undefined {
  // Otherwise a text of many links that are never closed would take quadratic time.
  if (!/[)'"]/.test(text.slice(start))) return undefined
  let depth = 1
  let depthWithoutTitle = 1
  let endWithoutTitle = -1
  const quotations: Quotation[] = []
  let last = ''
  const title = () => quotations.find(({ sign, end }) => end >= 0 && sign === last)
  for (let at = start; at < text.length; at += 1) {
    const sign = text.charAt(at)
    const [first, second] = quotations
    if (sign === '(') {
      if (first === undefined) depth += 1
      else if (depthWithoutTitle > 0) depthWithoutTitle -= 1
    } else if (sign === ')') {
      if (title() !== undefined) depth = 0
      else if (first === undefined) depth -= 1
      else if (depthWithoutTitle > 0) {
        depthWithoutTitle -= 1
        if (depthWithoutTitle === 0) endWithoutTitle = at
      }
    } else if (sign === '"' || sign === "'") {
      if (first === undefined) {
        depthWithoutTitle = depth
        depth = 1
        quotations.push({ sign, start: at, end: -1 })
      } else if (sign === first.sign) first.end = at
      else if (second === undefined) quotations.push({ sign, start: at, end: -1 })
      else second.end = at
    }
    if (depth === 0) return { ...addressAndTitle(text, start, at, title()), end: at + 1 }
    if (sign !== ' ') last = sign
  }
  if (depthWithoutTitle !== 0) return undefined
  // A parenthesis that is opened after a quotation mark and never closed: the server takes all but the last character for the link.
  if (endWithoutTitle < 0) return { address: text.slice(start, -2), title: undefined, end: text.length - 1 }
  return { address: text.slice(start, endWithoutTitle), title: undefined, end: endWithoutTitle + 1 }
}

function addressAndTitle(text: string, start: number, end: number, title: Quotation | undefined) {
  if (title === undefined) return { address: text.slice(start, end), title }
  return { address: text.slice(start, title.start), title: text.slice(title.start + 1, title.end) }
}

function cleanTitle(title: string): string {
  const words = trim(title)
  return words.replace(/^(["'])(.*)\1$/s, '$2').replace(new RegExp(`[${white}]`, 'g'), ' ')
}

function link({ site }: LinkOptions, text: string, { address, title }: Target): Element | undefined {
  const href = safeAddress(address)
  if (href === undefined) return undefined
  const own = relative(site, href)
  return finished('a', title === undefined ? { href: own } : { href: own, title }, isBlank(text) ? own : text)
}

function image(options: LinkOptions, text: string, target: Target): Element | undefined {
  const source = target.address
  if (!source.startsWith('/user_uploads/')) return link(options, text, target)
  const plain = { alt: text, class: 'inline-image', src: source }
  return element('img', options.imageAttributes?.(plain))
}

/** Links to the organisation's own messages and files become relative. */
function relative(site: string, address: string): string {
  const isOwn = address.startsWith(`${site}/#`) || address.startsWith(`${site}/user_uploads/`)
  return isOwn ? address.slice(site.length + 1) : address
}

/** A link to an address that is in a text without markup; the address itself if it may not be linked. */
export function bareLink(site: string, address: string, text = address): Element | string {
  const href = safeAddress(address)
  return href === undefined ? address : finished('a', { href: relative(site, href) }, text)
}

const safeSchemes: ReadonlySet<string> = new Set(
  `http https ftp file bitcoin geo im irc ircs magnet mailto matrix mms news nntp openpgp4fpr sip sms smsto ssh tel urn webcal
   wtai xmpp`.split(/\s+/),
)

/** The address that a link goes to; undefined if its scheme isn't safe. Without a scheme it is a web address. */
function safeAddress(given: string): string | undefined {
  const parts = splitAddress(given.replaceAll(' ', '%20'))
  if (parts === undefined) return ''
  const { scheme, host, path, query, fragment } = parts
  if (scheme === '' && host === '') {
    if (path.includes('@')) return joinAddress({ ...parts, scheme: 'mailto' })
    if (path.startsWith('/')) return joinAddress(parts)
    if (path === '' && query === '' && fragment !== '') return joinAddress(parts)
  }
  if (scheme === '') return safeAddress(`http://${given}`)
  return safeSchemes.has(scheme) ? joinAddress(parts) : undefined
}

interface AddressParts {
  readonly scheme: string
  readonly host: string
  readonly path: string
  readonly query: string
  readonly fragment: string
}

const leadingControls = /^[\0-\x20]+/

/** Undefined if the host is malformed. */
function splitAddress(given: string): AddressParts | undefined {
  const address = given.replace(leadingControls, '').replace(/[\t\r\n]/g, '')
  const [, scheme = '', slashes, host = '', path = '', query = '', fragment = ''] =
    /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(address) ?? []
  if (slashes !== undefined && (!hasGoodBrackets(host) || /[/?#@:]/.test(unusual(host)))) return undefined
  return { scheme: scheme.toLowerCase(), host, path, query, fragment }
}

/** Brackets are for addresses of IPv6. */
function hasGoodBrackets(host: string): boolean {
  return !/[[\]]/.test(host) || /^(?:.*@)?\[(?:[0-9a-f:.]*:[0-9a-f:.]*(?:%[^\]]*)?|v[^\]]+)\](?::|$)/is.test(host)
}

/** The host after Unicode normalisation, which can add signs that end a host; empty if it changes nothing. */
function unusual(host: string): string {
  const bare = host.replace(/[@:#?]/g, '')
  const normal = bare.normalize('NFKC')
  return normal === bare ? '' : normal
}

function joinAddress({ scheme, host, path, query, fragment }: AddressParts): string {
  let address = path
  if (host !== '' || (schemesWithHost.has(scheme) && !path.startsWith('//')))
    address = `//${host}${path === '' || path.startsWith('/') ? '' : '/'}${path}`
  return `${scheme === '' ? '' : `${scheme}:`}${address}${query && `?${query}`}${fragment && `#${fragment}`}`
}

const schemesWithHost: ReadonlySet<string> = new Set(['ftp', 'http', 'https', 'file', 'mms', 'nntp'])

/** Web addresses, host names and e-mail addresses without markup. */
export function bareLinks(site: string): InlineRule {
  return {
    sign: '',
    dropsLastBreak: true,
    find(text, from) {
      if (!/[.:@]/.test(text)) return undefined
      starts.lastIndex = from
      for (let match = starts.exec(text); match !== null; match = starts.exec(text)) {
        const start = match.index
        const end = bareEnd(text, start)
        if (end > start) return { start, end, made: bareLink(site, text.slice(start, end)) } satisfies InlineMatch
      }
      return undefined
    },
  }
}

/** A link is at the start of a text, or after white space or one of these signs. */
const starts = new RegExp(`(?<![^${white}'"(,:<])[\\p{L}\\p{N}_.-]`, 'gu')

const withScheme = /https?:\/\/([\p{L}\p{N}_.:@-]+)/uy
const hostName = /(?:[\p{L}\p{N}_-]+\.)+([\p{L}\p{N}\p{M}_-]+)/uy
const punctuation = '[!:;?),.\'">]'
const rest = `(?=${punctuation}*(?:$|[${white}]))`
const mail = new RegExp(`[\\p{L}\\p{N}_.-]+@[\\p{L}\\p{N}_.-]+\\.[\\p{L}\\p{N}_]+${rest}`, 'uy')
const bitcoin = new RegExp(`bitcoin:[13][a-km-zA-HJ-NP-Z1-9]{25,34}${rest}`, 'uy')

/** Where an address that starts at a position ends; the position itself if none does. */
function bareEnd(text: string, start: number): number {
  const end = webEnd(text, start)
  if (end > start) return end
  for (const pattern of [mail, bitcoin]) {
    pattern.lastIndex = start
    const [found] = pattern.exec(text) ?? []
    if (found !== undefined) return start + found.length
  }
  return start
}

function webEnd(text: string, start: number): number {
  const word = wordEnd(text, start)
  withScheme.lastIndex = start
  const [whole, host] = withScheme.exec(text) ?? []
  if (whole !== undefined && host !== undefined) {
    const end = start + whole.length
    if (text.charAt(end) === '/') return pathEnd(text, end, word) ?? start
    const first = end - host.length + 1
    const shortest = Math.max(first, word.punctuation)
    return shortest <= end ? shortest : start
  }
  hostName.lastIndex = start
  const [name, ending] = hostName.exec(text) ?? []
  if (name === undefined || ending === undefined || !endings.has(ending)) return start
  const end = start + name.length
  if (text.charAt(end) === '/') return pathEnd(text, end, word) ?? start
  return word.punctuation <= end ? end : start
}

interface Word {
  readonly end: number
  /** Where the punctuation at its end begins. */
  readonly punctuation: number
}

const space = new RegExp(`[${white}]`, 'g')

function wordEnd(text: string, start: number): Word {
  space.lastIndex = start
  const end = space.exec(text)?.index ?? text.length
  let at = end
  while (at > start && /[!:;?),.'">]/.test(text.charAt(at - 1))) at -= 1
  return { end, punctuation: at }
}

/** How deeply parentheses in an address can be nested. */
const deepestParentheses = 7

/** The end of a path: the first place with only punctuation after it and no open parenthesis before it. */
function pathEnd(text: string, slash: number, word: Word): number | undefined {
  const open: number[] = []
  for (let at = slash + 1; at <= word.end; at += 1) {
    if (at >= word.punctuation && open.length === 0) return at
    const sign = text.charAt(at)
    if (sign === '"' || at === word.end) return undefined
    if (sign === '(' && open.push(at) > deepestParentheses) return undefined
    if (sign === ')' && open.pop() === undefined) return undefined
  }
  return undefined
}

/** Top-level domains that more often end the name of a file. */
const fileEndings = ['java', 'md', 'mov', 'py', 'zip']
const endings: ReadonlySet<string> = new Set(topLevelDomains.filter((domain) => !fileEndings.includes(domain)))
