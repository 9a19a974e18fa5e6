import { LongText } from './LongText.js'

/** What was sent: JSON with a line for each field, anything else as it is. */
export function Payload({ text }: { text: string }) {
  if (text === '') return <p class="quiet-text">Nothing.</p>
  return (
    <pre class="raw">
      <LongText text={indented(text)} />
    </pre>
  )
}

/** JSON as people read and edit it; what is no JSON, or too long to be looked through, as it is. */
export function indented(body: string): string {
  if (body.length > 1_000_000) return body
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
