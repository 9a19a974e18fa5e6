/** An error message; renders nothing if there is none. */
export function ErrorText({ text, kind = '', id }: { text: string | undefined; kind?: string; id?: string }) {
  if (!text) return null
  return (
    <p id={id} class={`problem ${kind}`} role="alert">
      {text}
    </p>
  )
}
