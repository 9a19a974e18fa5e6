/** Why something could not be done; nothing where it could. */
export function Problem({ text, kind = '', id }: { text: string | undefined; kind?: string; id?: string }) {
  if (!text) return null
  return (
    <p id={id} class={`problem ${kind}`} role="alert">
      {text}
    </p>
  )
}
