/** Reads server-sent events. */
export interface EventReader {
  readonly headers: Headers
  /** Reads on until there are so many events, and gives all of them. */
  until(count: number): Promise<readonly { readonly id: string; readonly event: string; readonly data: string }[]>
  /** Reads until the stream ends. */
  ended(): Promise<boolean>
  leave(): void
}

export async function readEvents(
  fetch: typeof globalThis.fetch,
  url: string,
  headers: Record<string, string> = {},
): Promise<EventReader> {
  const abort = new AbortController()
  const response = await fetch(url, { headers, signal: abort.signal })
  const parts = response.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  const events = () =>
    text
      .split('\n\n')
      .slice(0, -1)
      .filter((block) => block.includes('data: '))
      .map((block) => {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? ''
        return { id: field('id'), event: field('event'), data: field('data') }
      })
  const next = async () => {
    const part = await parts?.read()
    text += decoder.decode(part?.value, { stream: true })
    return part?.done ?? true
  }
  return {
    headers: response.headers,
    async until(count) {
      while (events().length < count) if (await next()) break
      return events()
    },
    async ended() {
      while (!(await next()));
      return true
    },
    leave: () => abort.abort(),
  }
}
