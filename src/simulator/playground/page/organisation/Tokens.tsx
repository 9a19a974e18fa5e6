import { useId } from 'preact/hooks'

/** A set of things by name, each of which can be taken out, and a choice of those that can be put in. */
export function Tokens({
  title,
  empty,
  tokens,
  options,
  isEditable,
  add,
  remove,
}: {
  title: string
  empty: string
  tokens: readonly (readonly [id: number, name: string])[]
  options: readonly (readonly [id: string, name: string])[]
  isEditable: boolean
  add(id: number): Promise<void>
  remove(id: number): Promise<void>
}) {
  const id = useId()
  return (
    <section class="tokens" aria-labelledby={id}>
      <h4 id={id}>
        {title} <span class="chip">{tokens.length}</span>
      </h4>
      {tokens.length === 0 && <p class="small quiet-text">{empty}</p>}
      <ul>
        {tokens.slice(0, most).map(([one, name]) => (
          <li key={one}>
            {name}
            {isEditable && (
              <button type="button" class="quiet" aria-label={`Take ${name} out`} onClick={() => remove(one)}>
                ×
              </button>
            )}
          </li>
        ))}
      </ul>
      {tokens.length > most && <p class="small quiet-text">and {tokens.length - most} more</p>}
      {isEditable && options.length > 0 && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            const chosen = new FormData(event.currentTarget).get('id')
            if (chosen) void add(Number(chosen))
          }}
        >
          <select name="id" aria-label={`Who to add to ${title.toLowerCase()}`}>
            {options.slice(0, mostOptions).map(([one, name]) => (
              <option key={one} value={one}>
                {name}
              </option>
            ))}
          </select>
          <button type="submit">Add</button>
        </form>
      )}
    </section>
  )
}

/** As many as a reader looks through, and a browser draws at once. */
const most = 200
const mostOptions = 2000
