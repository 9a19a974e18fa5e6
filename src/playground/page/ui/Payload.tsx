import { LongText } from './LongText.js'

/** A payload: indented JSON, or the text as it is. */
export function Payload({ text }: { text: string }) {
  if (text === '') return <p class="quiet-text">Nothing.</p>
  return (
    <pre class="raw">
      <LongText text={indented(text)} />
    </pre>
  )
}

/** Indented JSON; text that isn't JSON, or is too long, as it is. */
export function indented(body: string): string {
  if (body.length > 1_000_000) return body
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
