import { gzipSync } from 'node:zlib'
import { type ErrorRow, errors } from '../../protocol/index.js'
import { typeByName } from '../../text/mediaType.js'
import { percentDecoded } from '../../values.js'
import { firstFrame } from '../base/pictures.js'
import { type Exchange, type OutgoingAnswer, sentTarget } from '../http/exchange.js'
import { checkAccess } from '../realm/access/operation.js'
import { isExport } from '../realm/operations/organisation/exports.js'
import { type Picture, pictureAt } from '../realm/organisation/emoji.js'
import { isThumbnailFormat } from '../realm/organisation/thumbnails.js'
import { readableUpload, temporaryUpload } from '../realm/organisation/uploads.js'
import type { Realm } from '../realm/realm.js'
import { Refusal, refusalOn } from '../realm/world/refusal.js'
import type { Account, Upload } from '../realm/world/state.js'
import { headerText, hintHeader, page } from './answers.js'

/**
 * An uploaded file, its thumbnail, or the page or picture that says why not; undefined for a path of no file.
 *
 * @param viewerOf Returns the caller; undefined without credentials. @throws {Refusal}
 */
export async function servedUpload(
  realm: Realm,
  c: Exchange,
  viewerOf: () => Account | undefined,
): Promise<OutgoingAnswer | undefined> {
  const { path } = sentTarget(c.req.url)
  const encoded = path.slice('/user_uploads/'.length)
  const below = percentDecoded(encoded) ?? encoded
  const [, token, name] = /^temporary\/([^/]+)\/([^/]+)$/.exec(below) ?? []
  if (token !== undefined) return sent(realm, temporary(realm, token, name))
  const [, way, pathId = ''] = /^(?:(download|thumbnail)\/)?([^/]+\/.+)$/s.exec(below) ?? []
  if (pathId === '') return undefined
  const [, ofImage = '', format = ''] = /^(.*)\/([^/]*)$/s.exec(pathId) ?? []
  const isThumbnail = way === 'thumbnail' && realm.has('thumbnails')
  const viewer = viewerOf()
  if (viewer !== undefined) checkAccess(realm.world, 'files.temporaryUrl', viewer)
  try {
    const wanted = isThumbnail ? ofImage : way === 'thumbnail' ? below : pathId
    const upload = readableUpload(realm.world, viewer, wanted)
    if (!isThumbnail) return sent(realm, upload, way === 'download')
    return isThumbnailFormat(realm.world, upload, format) ? sent(realm, upload, false, format) : errorPicture(404)
  } catch (error) {
    if (!(error instanceof Refusal) || !isFileRefusal(error)) throw error
    return fileRefusal(
      realm,
      c,
      refusalOn(error, (feature) => realm.has(feature)),
      viewer !== undefined,
    )
  }
}

function temporary(realm: Realm, token: string, name: string | undefined): Upload {
  const upload = temporaryUpload(realm.world, token)
  if (upload === undefined) throw new Refusal(invalid('token'))
  if (upload.path_id.split('/').at(-1) !== name) throw new Refusal(invalid('filename'))
  return upload
}

/** Not in the catalogue, since no endpoint answers so. */
const invalid = (what: string): ErrorRow => ({ ...errors.invalidAttachment, msg: `Invalid ${what}` })

/** @param thumbnail Its file name. Its content is the file itself. */
async function sent(realm: Realm, upload: Upload, isDownload = false, thumbnail?: string): Promise<OutgoingAnswer> {
  const { file, path_id } = upload
  const inPath = path_id.split('/').at(-1) ?? ''
  const asUploaded = realm.has('uploadNames') || thumbnail !== undefined
  const type = asUploaded ? headerText(file.type) : typeByName(inPath)
  const body = new Uint8Array(await file.arrayBuffer())
  const how = isDownload || !shownInBrowsers.has(type ?? '') ? 'attachment' : 'inline'
  return {
    status: 200,
    headers: {
      'Content-Type': type || 'application/octet-stream',
      'Content-Length': String(body.byteLength),
      'Content-Disposition': `${how}; ${inHeader(thumbnail ?? (asUploaded ? upload.name : inPath))}`,
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
    },
    body,
  }
}

function inHeader(name: string): string {
  if (/^[\t\x20-\x7e]*$/.test(name)) return `filename="${name.replaceAll(/["\\]/g, '\\$&')}"`
  const encoded = encodeURIComponent(name.replace(/\p{Cs}/gu, '?'))
  return `filename*=utf-8''${encoded.replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`
}

const shownInBrowsers: ReadonlySet<string> = new Set([
  'application/pdf',
  ...['aac', 'flac', 'mp4', 'mpeg', 'wav', 'webm'].map((kind) => `audio/${kind}`),
  ...['apng', 'avif', 'gif', 'jpeg', 'png', 'webp'].map((kind) => `image/${kind}`),
  'text/plain',
  ...['mp4', 'webm'].map((kind) => `video/${kind}`),
])

const fileRefusals: readonly unknown[] = [errors.fileNotFound, errors.fileForbidden]

/** Whether a refusal is about a file, so that it isn't JSON. */
export function isFileRefusal({ error }: Refusal): boolean {
  return fileRefusals.includes(error)
}

/** A page, a picture for those who prefer one, or the way to the login page. */
export function fileRefusal(realm: Realm, { req }: Exchange, { error }: Refusal, isKnown: boolean): OutgoingAnswer {
  const isNewer = realm.has('uploadPages')
  if (isNewer && prefersPicture(req.header('accept'))) return errorPicture(error.status)
  if (isNewer && !isKnown && error.status === errors.fileForbidden.status) {
    const { path, query } = sentTarget(req.url)
    return loginRedirect(query === '' ? path : `${path}?${query}`)
  }
  return { status: error.status, headers: { ...html, Vary: 'Accept' }, body: `<p>${error.msg}</p>` }
}

const html = { 'Content-Type': 'text/html; charset=utf-8' }
const loginPath = '/login/'

/** @param target Path and query to which a browser comes back after the login. */
export function loginRedirect(target: string): OutgoingAnswer {
  const next = encodeURIComponent(target).replaceAll('%2F', '/')
  const hint = 'The request has no credentials, so it leads to the login page, which is no file.'
  return {
    status: 302,
    headers: { ...html, Location: `${loginPath}?next=${next}`, Vary: 'Accept', [hintHeader]: hint },
    body: '',
  }
}

/** The page where people log in; nobody can do it here. */
export function loginPage(path: string): OutgoingAnswer | undefined {
  if (path !== loginPath) return undefined
  return { status: 200, headers: html, body: page('Log in', 'Programs send credentials with each request instead.') }
}

/** Whether `Accept` ranks a PNG above HTML; what ranks equal counts in its order. */
function prefersPicture(accept = '*/*'): boolean {
  const ranges = accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const quality = Number(parameters.find((one) => one.startsWith('q='))?.slice(2) ?? 1)
    return { type, quality: Number.isNaN(quality) ? 1 : quality }
  })
  const ranked = ranges.sort((one, other) => other.quality - one.quality)
  const first = ranked.find(({ type }) => /^(?:\*\/\*|text\/(?:\*|html)|image\/(?:\*|png))$/.test(type))
  return first?.type.startsWith('image/') === true
}

function errorPicture(status: number): OutgoingAnswer {
  return { status, headers: { 'Content-Type': 'image/png', Vary: 'Accept' }, body: emptyPicture() }
}

/** A PNG of one transparent pixel. */
function emptyPicture(): Uint8Array {
  const data = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
  return Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0))
}

/** A .tar.gz with nothing in it: two blocks of zeros. */
function emptyArchive(): Uint8Array {
  return gzipSync(new Uint8Array(1024))
}

/** A public picture, sandboxed so that browsers don't run it; or an export of data. */
export async function servedPicture(realm: Realm, path: string): Promise<OutgoingAnswer | undefined> {
  if (isExport(realm.world, path))
    return { status: 200, headers: { 'Content-Type': 'application/gzip' }, body: emptyArchive() }
  const picture = pictureAt(realm.world, path)
  if (picture === undefined) return undefined
  const { type, body } = picture.kind === 'drawn' ? drawn(picture) : await uploaded(picture)
  return {
    status: 200,
    headers: {
      'Content-Type': type,
      'Cache-Control': 'no-cache',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
    },
    body,
  }
}

type Kind<Name extends Picture['kind']> = Extract<Picture, { kind: Name }>

async function uploaded({ file, isStill }: Kind<'uploaded'>) {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const type = /^image\/[\w.+-]+$/.test(file.type) ? headerText(file.type) : 'application/octet-stream'
  return { type, body: isStill ? (firstFrame(bytes) ?? bytes) : bytes }
}

/** An initial on a coloured square, animated for animated emoji. */
function drawn({ name, id, moves }: Kind<'drawn'>) {
  const letter = [...name.replace(/[^\p{L}\p{N}]/gu, '')][0]?.toUpperCase() ?? '?'
  const rocking =
    '<animateTransform attributeName="transform" type="rotate" values="-9 20 20;9 20 20;-9 20 20" dur="0.9s" repeatCount="indefinite"/>'
  const body = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><g>${moves ? rocking : ''}<rect x="3" y="3" width="34" height="34" rx="9" fill="${colours[id % colours.length]}"/><text x="20" y="27" font-family="sans-serif" font-size="20" font-weight="700" fill="#fff" text-anchor="middle">${letter}</text></g></svg>`
  return { type: 'image/svg+xml', body }
}

const colours = ['#3548b5', '#146c3a', '#a81c2b', '#7a4f00', '#7b2f8f', '#0d6273'] as const
