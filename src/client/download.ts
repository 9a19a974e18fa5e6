import { checkOptions, type OptionNames, uploadAddress } from '../text/index.js'
import { safeFileName } from '../text/safeFileName.js'
import { objectOf } from './call/answers.js'
import { ApiError, MalformedAnswerError } from './errors/exchangeErrors.js'
import { FileTooLargeError } from './errors/fileTooLargeError.js'
import { InvalidParameterError } from './errors/localErrors.js'
import { within } from './exchange/bounds.js'
import { brokenOff, type Delivered, exchange } from './exchange/exchange.js'
import type { WireRequest } from './exchange/transport.js'
import { WatchedCall } from './exchange/watched.js'
import type { Namespaces } from './namespaces.js'
import { atLeast, type CallOptions, callOptions, limitOf, type Settings } from './options.js'

export interface DownloadOptions extends CallOptions {
  /** The most bytes that the file may have. (default: 25,000,000) */
  readonly limit?: number
}

const downloadOptions: OptionNames<DownloadOptions> = { ...callOptions, limit: true }

/** A file that is being downloaded. It can be read once: as a stream, or by `bytes` and `text`. */
export interface DownloadedFile {
  /** A name under which it can be saved on any system: `originalName` without what a path, a shell or Windows would read otherwise. */
  readonly name: string
  /** The last part of its path, as whoever uploaded it chose it: to be shown, never to be used as a path. */
  readonly originalName: string
  /** The media type that the server sent, such as `image/png`; `application/octet-stream` if it sent none. */
  readonly type: string
  /** Bytes; undefined if the server didn't say. */
  readonly size: number | undefined
  /**
   * The content. Reading it throws a `FileTooLargeError` past the limit, a `NetworkError` if the connection breaks, a
   * `TimeoutError` if nothing comes for as long as the call's `timeout`, or the reason of an aborted signal.
   */
  readonly stream: ReadableStream<Uint8Array>
  /** The whole content. Throws what reading `stream` throws. */
  bytes(): Promise<Uint8Array>
  /** The whole content as UTF-8. Throws what reading `stream` throws. */
  text(): Promise<string>
}

/** A method of `client.files` that makes two requests. */
export interface FileDownloads {
  /**
   * Downloads an uploaded file that the account may read. Its content is not read yet: cancel `stream` if you don't need it.
   * `timeout` and retries apply to each of two requests, until the content begins.
   *
   * @param path The file's path, such as `/user_uploads/2/ab/…/report.pdf`, or its URL at this server.
   * @throws {InvalidParameterError} before sending, for any other path or URL; credentials never go to another server.
   * @throws {FileTooLargeError} if the server says that the file is larger than `limit`.
   * @throws {ApiError} with the `status` 404 or 403 if there is no such file, or the account may not read it.
   * @throws {MalformedAnswerError} if the server sends a page, such as a login page, in place of the file.
   * @example
   * const report = await client.files.download('/user_uploads/2/ab/oven-manual/oven-manual.txt', { limit: 1_000_000 })
   * console.log(report.type, await report.text())
   */
  download(path: string, options?: DownloadOptions): Promise<DownloadedFile>
}

const endpoint = 'files.download'
const mostRedirects = 5

export function fileDownloads({ temporaryUrl }: Namespaces['files'], settings: Settings): FileDownloads {
  return {
    async download(path, options = {}) {
      checkOptions('The call', options, downloadOptions)
      const { limit = 25_000_000, ...call } = options
      atLeast(1, 'limit', limit)
      const file = typeof path === 'string' ? uploadAddress(path, settings.site.address) : 'is not a string'
      if (typeof file === 'string') {
        const howTo = "Pass the path or the URL of a file that was uploaded to the client's own server."
        throw new InvalidParameterError(endpoint, 'path', file, howTo)
      }
      try {
        const { url } = await temporaryUrl({ realm_id_str: file.realm, filename: file.rest }, call)
        return await opened(file.name, url, limit, call)
      } catch (error) {
        throw withoutPage(error)
      }
    },
  }

  /** Follows the temporary address, which needs no credentials, to where the file is. */
  async function opened(name: string, address: string, limit: number, call: CallOptions): Promise<DownloadedFile> {
    const { site, userAgent, clock } = settings
    const facts = { endpoint, attempts: 1, mayHaveTakenEffect: false }
    const first = address.startsWith('/') ? site.address + address : address
    let url = located(first, new URL(site.origin), facts, 200, 'url')
    for (let redirects = 0; ; redirects += 1) {
      const isForeign = url.origin !== site.origin
      const headers = { accept: '*/*', 'user-agent': userAgent }
      const path = url.pathname + url.search
      const request: WireRequest = { method: 'GET', origin: url.origin, path, headers, asStream: true, isForeign }
      const watch = (call.observe ?? settings.observe)?.({
        endpoint,
        method: 'GET',
        origin: url.origin,
        template: undefined,
      })
      const watched = watch && new WatchedCall(watch, clock)
      try {
        const sending = { endpoint, request, repeatable: true, limit: limitOf(settings, call) }
        const delivered = await exchange(settings, sending, watched)
        const next = redirect(delivered, url, redirects)
        const file = next ?? read(delivered, request, name, limit, call)
        watched?.succeeded()
        if (!(file instanceof URL)) return file
        url = file
      } catch (error) {
        watched?.failed(error)
        throw error
      }
    }
  }

  function redirect({ answer, facts }: Delivered, from: URL, redirects: number): URL | undefined {
    const { status } = answer
    const location = answer.header('location')
    if (status < 300 || status >= 400 || location === undefined) return undefined
    const to = located(location, from, facts, status)
    if (redirects < mostRedirects) return to
    throw new MalformedAnswerError(facts, { status, path: '', problem: `redirects more than ${mostRedirects} times` })
  }

  function read(
    delivered: Delivered,
    request: WireRequest,
    name: string,
    limit: number,
    call: CallOptions,
  ): DownloadedFile {
    const { answer, facts } = delivered
    const { status, body } = answer
    if (status < 200 || status >= 300) throw pageOf(delivered, request)
    if (body === undefined) {
      throw new MalformedAnswerError(facts, {
        status,
        path: '',
        problem: 'has no `body`: the transport ignores `asStream`',
      })
    }
    const cancelled = (error: Error) => {
      body.cancel().catch(() => {})
      return error
    }
    const type = /^[^\s;,]+/.exec(answer.header('content-type') ?? '')?.[0].toLowerCase() ?? 'application/octet-stream'
    const isPage = /^(text\/html|application\/xhtml\+xml)$/.test(type) && !/\.x?html?$/i.test(name)
    if (isPage && !/^attachment\b/i.test(answer.header('content-disposition') ?? '')) {
      throw cancelled(new MalformedAnswerError(facts, { status, path: '', problem: 'is a web page, not the file' }))
    }
    const length = answer.header('content-encoding') === undefined ? answer.header('content-length') : undefined
    const size = /^\d+$/.test(length ?? '') ? Number(length) : undefined
    if (size !== undefined && size > limit) throw cancelled(new FileTooLargeError(facts, { name, limit, size }))
    const stream = checkedStream(body, { name, limit, size, facts, call, settings })
    let whole: Promise<Uint8Array> | undefined
    const bytes = () => {
      whole ??= new Response(stream).arrayBuffer().then((buffer) => new Uint8Array(buffer))
      return whole
    }
    return {
      name: safeFileName(name),
      originalName: name,
      type,
      size,
      stream,
      bytes,
      text: async () => new TextDecoder().decode(await bytes()),
    }
  }

  function pageOf(delivered: Delivered, request: WireRequest): unknown {
    try {
      return objectOf(delivered, request, settings)
    } catch (error) {
      return error
    }
  }
}

/** Where the server sends the client: from https to https only. Its signature is in no error. */
function located(address: string, from: URL, facts: Delivered['facts'], status: number, path = ''): URL {
  const to = URL.canParse(address, from.href) ? new URL(address, from) : undefined
  if (to?.protocol === 'https:' || (to?.protocol === 'http:' && from.protocol === 'http:')) return to
  throw new MalformedAnswerError(facts, { status, path, problem: 'leads to an address without https' })
}

/** Some servers answer for a file that isn't there with a page: the same refusal, without a text. */
function withoutPage(error: unknown): unknown {
  if (!(error instanceof MalformedAnswerError) || !(error.status in refusals)) return error
  const { status } = error
  return new ApiError(
    { ...error, endpoint },
    { status, code: `HTTP_${status}`, msg: refusals[status] ?? '', extra: {} },
  )
}

const refusals: Readonly<Record<number, string>> = {
  403: 'The account may not read the file.',
  404: 'There is no such file.',
}

interface Expected {
  readonly name: string
  readonly limit: number
  readonly size: number | undefined
  readonly facts: Delivered['facts']
  readonly call: CallOptions
  readonly settings: Settings
}

/** The same content, read no sooner than it is asked for. Anything wrong with it cancels the response. */
function checkedStream(
  body: ReadableStream<Uint8Array>,
  { name, limit, size, facts, call, settings }: Expected,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let bytes = 0
  const { signal } = call
  const next = async (): Promise<Uint8Array | undefined> => {
    const bounds = limitOf(settings, call)
    try {
      const { done, value } = await within(settings.clock, bounds.timeout, signal, () => reader.read())
      bytes += value?.byteLength ?? 0
      if (bytes > limit) throw new FileTooLargeError(facts, { name, limit, size })
      if (done && size !== undefined && bytes !== size) throw new Error(`it ended after ${bytes} of ${size} bytes`)
      return value
    } catch (error) {
      reader.cancel().catch(() => {})
      if (signal?.aborted) throw signal.reason
      throw error instanceof FileTooLargeError ? error : brokenOff(error, settings, bounds, facts)
    }
  }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const chunk = await next()
        if (chunk === undefined) controller.close()
        else controller.enqueue(chunk)
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}
