import { loadingPicture, thumbnailed } from '../organisation/thumbnails.js'
import type { World } from '../world/world.js'
import { append, type Element, element, finished } from './element.js'

/** A message with more links has no previews. */
const mostPreviews = 24

/** A link and where it stands. */
interface Linked {
  readonly link: Element
  readonly parent: Element
  readonly grandparent: Element | undefined
  readonly inQuote: boolean
}

/**
 * Shows linked images and videos below the paragraph that links to them, each once, and none for links in quotes. If a paragraph or
 * list item consists of such a link alone, the picture replaces the link.
 */
export function addPreviews(world: World, root: Element): void {
  const links = linksIn(root)
  const pending = new Set(links.filter(({ inQuote }) => !inQuote).map(({ link }) => address(link)))
  if (pending.size > mostPreviews) return
  for (const found of links) {
    const url = address(found.link)
    const make = previewOf(world, url)
    if (pending.delete(url) && make !== undefined) addPreview(root, found, make)
  }
}

const address = ({ attributes }: Element): string => attributes.href ?? ''

/** All links, those of outer elements first. */
function linksIn(root: Element): readonly Linked[] {
  const found: Linked[] = []
  const open: Omit<Linked, 'link'>[] = [{ parent: root, grandparent: undefined, inQuote: false }]
  for (const { parent, grandparent, inQuote } of open) {
    for (const child of parent.children) {
      const isIn = inQuote || parent.tag === 'blockquote'
      if (child.tag === 'a') found.push({ link: child, parent, grandparent, inQuote: isIn })
      open.push({ parent: child, grandparent: parent, inQuote: isIn })
    }
  }
  return found
}

type Make = (url: string, title: Readonly<Record<string, string>>) => Element

function previewOf(world: World, url: string): Make | undefined {
  if (/\.(?:mp4|webm)$/i.test(url)) return video
  if (url.startsWith('/user_uploads/') && world.has('thumbnails')) {
    const upload = thumbnailed(world, url)
    return upload && ((_, title) => picture(url, title, loadingPicture(upload)))
  }
  return /^[^?#]+\.(?:bmp|gif|jpe|jpe?g|png|webp)(?:[?#].*)?$/i.test(url) ? image : undefined
}

const image: Make = (url, title) => picture(url, title, { src: url })

const picture = (url: string, title: Readonly<Record<string, string>>, shown: Readonly<Record<string, string>>) =>
  preview('message_inline_image', url, title, finished('img', shown, ''))

const video: Make = (url, title) =>
  preview('message_inline_image message_inline_video', url, title, element('video', { preload: 'metadata', src: url }))

function preview(classes: string, url: string, title: Readonly<Record<string, string>>, shown: Element): Element {
  const frame = element('div', { class: classes })
  append(append(frame, element('a', { href: url, ...title })), shown)
  return frame
}

function addPreview(root: Element, { link, parent, grandparent }: Linked, make: Make): void {
  const url = address(link)
  const isBare = link.text === '' || link.text === url
  const shown = make(url, isBare ? {} : { title: link.text })
  const isAlone = isBare && link.tail === '' && parent.text === ''
  if (parent.tag === 'li') {
    append(parent, shown)
    if (isAlone) parent.children = parent.children.filter((child) => child !== link)
  } else if (parent.tag === 'p' && grandparent !== undefined) {
    grandparent.children.splice(placeAfter(grandparent, parent), 0, shown)
    if (isAlone && parent.children.length === 1)
      grandparent.children = grandparent.children.filter((child) => child !== parent)
  } else append(root, shown)
}

/** The index after the paragraph and its earlier previews. */
function placeAfter(around: Element, paragraph: Element): number {
  const own = paragraph.children.filter(({ tag }) => tag === 'a').map(address)
  let at = around.children.indexOf(paragraph) + 1
  while (at < around.children.length) {
    const next = around.children[at]
    const link = next?.attributes.class?.startsWith('message_inline_') === true ? next.children[0] : undefined
    if (link === undefined || !own.includes(address(link))) break
    at += 1
  }
  return at
}
