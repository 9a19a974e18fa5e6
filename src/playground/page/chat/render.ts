import { emojiText } from './emoji/emojiList.js'
import { harmless } from './harmless.js'

/** The context for rendering a message. */
export interface Showing {
  /** Mentions of this user are highlighted. */
  readonly ownId: number
  /** The still image of an animated custom emoji, by the address of the animated one. */
  stillOf(source: string): string | undefined
}

/**
 * A message's HTML as nodes: no scripts, links open without a referrer, images come from this server only, and
 * spoilers and times, which the server leaves to clients, are rendered.
 */
export function renderedNodes(html: string, { ownId, stillOf }: Showing): DocumentFragment {
  const fragment = harmless(html)
  const all = <Kind extends Element>(selector: string) => [...fragment.querySelectorAll<Kind>(selector)]
  // MathML elements can be links too.
  for (const other of all(':not(a)[href], :not(img)[src]')) {
    other.removeAttribute('href')
    other.removeAttribute('src')
  }
  for (const link of all<HTMLAnchorElement>('a')) safeLink(link)
  for (const picture of all<HTMLImageElement>('img')) safePicture(picture, stillOf)
  for (const spoiler of all('.spoiler-block')) openable(spoiler)
  for (const time of all<HTMLTimeElement>('time')) readable(time)
  for (const emoji of all('span.emoji')) drawn(emoji)
  for (const formula of all('.katex')) visible(formula)
  for (const mention of all<HTMLElement>('.user-mention')) {
    const { userId } = mention.dataset
    if (userId === String(ownId) || userId === '*') mention.classList.add('own')
  }
  for (const code of all('.codehilite')) code.append(tools())
  // Wide content has to be scrollable by keyboard.
  for (const wide of all<HTMLElement>('pre, table')) wide.tabIndex = 0
  return fragment
}

/** Links of the organisation's web client, which the page opens itself. */
export const narrowAddress = /^(?:https?:\/\/[^/]+)?\/?#narrow\//

function safeLink(link: HTMLAnchorElement): void {
  const address = link.getAttribute('href') ?? ''
  if (narrowAddress.test(address) || address.startsWith('/user_uploads/')) return
  if (!/^(?:https?:|mailto:)/i.test(address)) {
    link.removeAttribute('href')
    return
  }
  link.target = '_blank'
  link.rel = 'noopener noreferrer'
}

function safePicture(picture: HTMLImageElement, stillOf: Showing['stillOf']): void {
  const isLoading = picture.classList.contains('image-loading-placeholder')
  const file = picture.dataset.originalSrc ?? picture.closest('a')?.getAttribute('href')
  const source = (isLoading && file) || (picture.getAttribute('src') ?? '')
  const { alt } = picture
  picture.loading = 'lazy'
  if (picture.classList.contains('emoji') && /^\/(?!\/)/.test(source)) {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches ? stillOf(source) : undefined
    if (still !== undefined) picture.src = still
    return
  }
  picture.removeAttribute('src')
  if (source.startsWith('/user_uploads/')) {
    // The file needs the reader's credentials, which an `src` can't carry.
    picture.dataset.upload = source
    picture.alt ||= source.slice(source.lastIndexOf('/') + 1)
    return
  }
  const name = document.createElement('span')
  name.className = 'no-picture'
  name.textContent = `picture ${alt || source}`
  picture.replaceWith(name)
}

/** Turns a spoiler into `<details>`. */
function openable(spoiler: Element): void {
  const head = spoiler.querySelector(':scope > .spoiler-header')
  const content = spoiler.querySelector(':scope > .spoiler-content')
  if (content === null) return
  const details = document.createElement('details')
  details.className = 'spoiler'
  const summary = document.createElement('summary')
  if (head?.textContent?.trim()) summary.append(...head.childNodes)
  else summary.textContent = 'Spoiler'
  content.removeAttribute('aria-hidden')
  details.append(summary, content)
  spoiler.replaceWith(details)
}

/** Shows a time in the reader's time zone. */
function readable(time: HTMLTimeElement): void {
  const at = new Date(time.dateTime)
  if (Number.isNaN(at.getTime())) return
  time.title = time.textContent ?? ''
  time.textContent = at.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
}

/** A Unicode emoji arrives as its name, with its code points in a class. */
function drawn(emoji: Element): void {
  const [, codes] = /(?:^|\s)emoji-([0-9a-f]{2,6}(?:-[0-9a-f]{2,6})*)(?:\s|$)/.exec(emoji.className) ?? []
  const text = codes && emojiText({ code: codes, type: 'unicode_emoji' })
  if (text) emoji.textContent = text
}

/** The button that copies a block of code. */
function tools(): Element {
  const box = document.createElement('div')
  const button = document.createElement('button')
  box.className = 'code-tools small'
  button.type = 'button'
  button.textContent = 'Copy'
  box.append(button)
  return box
}

/** A formula that the server didn't typeset is shown as source. */
function visible(formula: Element): void {
  if (formula.querySelector('.katex-html')) return
  const code = document.createElement('code')
  code.textContent = formula.querySelector('annotation')?.textContent ?? ''
  formula.replaceWith(code)
}
