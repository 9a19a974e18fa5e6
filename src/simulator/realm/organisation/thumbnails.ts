import { pictureTypes } from '../../../protocol/index.js'
import { copyHolders, mayReadMessage } from '../access/visibility.js'
import type { Upload } from '../world/state.js'
import { seconds, type World } from '../world/world.js'

/** Milliseconds that making a thumbnail takes. */
const timeToMake = 1000

/** Makes thumbnails of an uploaded image, which messages show when they are ready. */
export function makeThumbnails(world: World, { id, file, image }: Upload): void {
  if (!world.has('thumbnails') || image === undefined || !pictureTypes.test(file.type)) return
  world.setTimer('thumbnail', id, world.clock.now() + timeToMake)
}

/** An uploaded image by its address; undefined for any other address, and for files that aren't images. */
export function thumbnailed({ state }: World, address: string): Upload | undefined {
  const upload = address.startsWith(folder) ? state.uploadsByPath.get(address.slice(folder.length)) : undefined
  return upload?.image !== undefined && pictureTypes.test(upload.file.type) ? upload : undefined
}

const folder = '/user_uploads/'
const loading = 'image-loading-placeholder'

/** The attributes of an image that a text shows. */
export interface ImageInText {
  readonly alt: string
  readonly class: string
  readonly src: string
}

/** The attributes of an image until its thumbnail is ready. `inText` are those of an image in a text. */
export function loadingPicture({ file, image }: Upload, inText?: ImageInText): Readonly<Record<string, string>> {
  return {
    ...(inText && { alt: inText.alt, 'data-original-src': inText.src }),
    class: inText === undefined ? loading : `${inText.class} ${loading}`,
    'data-original-content-type': file.type,
    'data-original-dimensions': `${image?.width}x${image?.height}`,
    src: '/static/images/loading/loader-black.svg',
  }
}

/** A message's HTML with thumbnails where placeholders were, of the images whose thumbnails are ready. */
export function withThumbnails(world: World, html: string): string {
  if (!html.includes(loading)) return html
  return html.replaceAll(placeholders, (whole: string, link: string | undefined = '', attributes: string) => {
    const address = /<a href="([^"]*)"/.exec(link)?.[1] ?? / data-original-src="([^"]*)"/.exec(attributes)?.[1] ?? ''
    const upload = thumbnailed(world, address)
    if (upload?.image === undefined || world.state.timers.has(`thumbnail ${upload.id}`)) return whole
    const { animated } = upload.image
    const thumbnail = `${folder}thumbnail/${upload.path_id}/${thumbnailFormats[animated ? 0 : 1].name}`
    const ready = attributes
      .replace(/ class="(inline-image )?image-loading-placeholder"/, (_all, inText) =>
        inText ? ' class="inline-image"' : '',
      )
      .replace(/ src="[^"]*"/, ` src="${thumbnail}"`)
    return `${link}<img${ready}${animated ? ' data-animated="true"' : ''}>`
  })
}

const placeholders = /(<a [^>]*>)?<img((?: [\w-]+="[^"]*")* class="(?:inline-image )?image-loading-placeholder"[^>]*)>/g

/** The formats of thumbnails; those of images that don't move are still. */
export const thumbnailFormats = [
  { name: '840x560-anim.webp', max_width: 840, max_height: 560, format: 'webp', animated: true },
  { name: '840x560.webp', max_width: 840, max_height: 560, format: 'webp', animated: false },
] as const

/** Shows a thumbnail that has become ready in the messages with the image. Nobody has edited them. */
export function showThumbnail(world: World, id: number): void {
  for (const messageId of world.state.uploads.get(id)?.messageIds ?? []) {
    const message = world.state.messages.get(messageId)
    const rendered_content = message && withThumbnails(world, message.rendered_content)
    if (message === undefined || rendered_content === undefined || rendered_content === message.rendered_content)
      continue
    message.rendered_content = rendered_content
    const readers = copyHolders(message).filter((reader) => {
      const account = world.state.accounts.get(reader)
      return account !== undefined && mayReadMessage(world, account, message)
    })
    world.emit('update_message', readers, {
      ...{ user_id: null, edit_timestamp: seconds(world), message_id: messageId, message_ids: [messageId] },
      ...{ content: message.content, rendered_content, rendering_only: true },
    })
  }
}

/** Whether an image can be had in a format, by its file name. Once its thumbnails are ready, the server serves the closest one. */
export function isThumbnailFormat(world: World, upload: Upload, format: string): boolean {
  const image = thumbnailed(world, folder + upload.path_id)?.image
  if (image === undefined || !/^\d+x\d+(?:-anim)?\.\w+$/.test(format)) return false
  const made = thumbnailFormats.filter(({ animated }) => image.animated || !animated)
  return made.some(({ name }) => name === format) || !world.state.timers.has(`thumbnail ${upload.id}`)
}
