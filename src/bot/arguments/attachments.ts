import type { Client, DownloadedFile, DownloadOptions } from '../../client/index.js'
import { findUploads } from '../../text/index.js'
import { typeByName } from '../../text/mediaType.js'

/** A file that a message links to. */
export interface AttachedFile {
  /** As the link calls it. */
  readonly name: string
  /** Below the organisation's address: `/user_uploads/2/ab/…/report.pdf`. */
  readonly path: string
  /** With the organisation's address. It needs credentials, so don't pass it to `fetch`. */
  readonly url: string
  /** A guess from the name's extension, such as `image/png`, until the file is downloaded; undefined for an unknown one. */
  readonly type: string | undefined
  /** Bytes. Undefined until the file is downloaded, or if the server doesn't say. */
  readonly size: number | undefined
  /**
   * Downloads the file as the bot, anew each time. Aborts with `ctx.signal` unless another signal is passed. Throws what
   * `client.files.download` throws: a `FileTooLargeError` if it has more than 25,000,000 bytes, or than `limit`.
   */
  download(options?: DownloadOptions): Promise<DownloadedFile>
}

/**
 * The files of the client's server that a text links to, in order and each once. The text is Markdown: of a message that you
 * fetch, the content with `apply_markdown: false`. Links in code and to other servers don't count. Nothing is asked of the server.
 *
 * @example
 * const answer = await ctx.ask('Which file?')
 * const [file] = attachmentsOf(answer, ctx.client)
 */
export function attachmentsOf(markdown: string, client: Client): AttachedFile[] {
  return attachmentsIn(markdown, client, () => undefined)
}

/** @param signalOf Returns what aborts a download. */
export function attachmentsIn(
  markdown: string,
  client: Client,
  signalOf: () => AbortSignal | undefined,
): AttachedFile[] {
  return findUploads(markdown, client.site).map(({ name, path }) => new LinkedFile(name, path, client, signalOf))
}

class LinkedFile implements AttachedFile {
  readonly name: string
  readonly path: string
  readonly url: string
  type: string | undefined
  size: number | undefined = undefined
  readonly #client: Client
  readonly #signalOf: () => AbortSignal | undefined

  constructor(name: string, path: string, client: Client, signalOf: () => AbortSignal | undefined) {
    this.name = name
    this.path = path
    this.url = client.site + path
    this.type = typeByName(path) ?? typeByName(name)
    this.#client = client
    this.#signalOf = signalOf
  }

  async download(options: DownloadOptions = {}): Promise<DownloadedFile> {
    const signal = options.signal ?? this.#signalOf()
    const file = await this.#client.files.download(this.path, signal === undefined ? options : { ...options, signal })
    this.type = file.type
    this.size = file.size
    return file
  }
}
