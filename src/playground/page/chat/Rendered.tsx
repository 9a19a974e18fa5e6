import { useLayoutEffect, useRef } from 'preact/hooks'
import { attempt } from '../notices.js'
import { accounts } from '../organisation.js'
import { headersOf } from '../simulator.js'
import { copy, keepFile } from '../takeAway.js'
import { Code, colour } from '../ui/index.js'
import { openLink } from './openLink.js'
import { narrowAddress, renderedNodes } from './render.js'
import type { ChatState } from './state.js'

interface RenderedProps {
  readonly html: string
  readonly state: Pick<ChatState, 'ownId' | 'emoji'>
}

/** Characters of HTML beyond which the browser would block for seconds. 10,000 emoji are a million. */
const most = 2_000_000

/** A message's HTML, rendered; the source if it is too long. */
export function Rendered({ html, state }: RenderedProps) {
  if (html.length <= most) return <Drawn html={html} state={state} />
  return (
    <div class="rendered">
      <p class="small quiet-text">This message is too long to be formatted. Its HTML:</p>
      <Code label="The HTML" language="" text={html} />
    </div>
  )
}

function Drawn({ html, state }: RenderedProps) {
  const box = useRef<HTMLDivElement>(null)
  const { ownId, emoji } = state
  useLayoutEffect(() => {
    const stillOf = (source: string) =>
      [...emoji.values()].find(({ source_url }) => source_url === source)?.still_url ?? undefined
    box.current?.replaceChildren(renderedNodes(html, { ownId, stillOf }))
    for (const block of box.current?.querySelectorAll<HTMLElement>('.codehilite') ?? []) {
      const code = block.querySelector('code')
      if (code) void colour(code, block.dataset.codeLanguage ?? '')
    }
    for (const picture of box.current?.querySelectorAll<HTMLImageElement>('img[data-upload]') ?? []) {
      void showUpload(picture, ownId)
    }
  }, [html, ownId, emoji])
  const onClick = (event: MouseEvent) => {
    if (!(event.target instanceof Element)) return
    const block = event.target.closest('.code-tools')?.closest('.codehilite')
    if (block) void copy('The code', () => block.querySelector('code')?.textContent ?? '')
    const link = event.target.closest('a')
    const address = link?.getAttribute('href') ?? ''
    if (narrowAddress.test(address)) {
      event.preventDefault()
      openLink(ownId, address)
    } else if (address.startsWith('/user_uploads/')) {
      event.preventDefault()
      void attempt(async () => keepFile(nameIn(address), await readUpload(address, ownId)))
    }
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links in it hear the keyboard.
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above.
    <div ref={box} class="rendered" dir="auto" onClick={onClick} />
  )
}

/** The file name in an upload's address. */
const nameIn = (address: string) => decodeURIComponent(address.slice(address.lastIndexOf('/') + 1))

/** Only those who can read a message with an upload can download it, so the request is authenticated. */
async function readUpload(address: string, userId: number): Promise<Blob> {
  const account = accounts.peek().get(userId)
  const response = await fetch(address, account && { headers: headersOf(account) })
  if (!response.ok) throw new Error(`The file can’t be downloaded: the server answered ${response.status}.`)
  return response.blob()
}

async function showUpload(picture: HTMLImageElement, userId: number): Promise<void> {
  try {
    const blob = await readUpload(picture.dataset.upload ?? '', userId)
    if (!/^image\/(?:png|jpeg|gif|webp|avif)$/.test(blob.type)) return
    const address = URL.createObjectURL(blob)
    picture.addEventListener('load', () => URL.revokeObjectURL(address))
    picture.src = address
  } catch {
    // The name is shown instead.
  }
}
