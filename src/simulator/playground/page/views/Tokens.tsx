import { useId } from 'preact/hooks'
import type * as shown from '../../views/shown.js'
import { attempt, tell } from '../notices.js'
import { Select } from '../ui/Select.js'
import { type Drawing, perform } from './within.js'

/** A set of things by name, each of which can be taken out, and a choice of those that can be put in. */
export function Tokens({ title, empty, those, options, isEditable, deed, within }: Drawing<shown.Tokens>) {
  const id = useId()
  const there = new Set(those.map(([one]) => one))
  const others = options.filter(([one]) => !there.has(one))
  const change = (one: string | number, name: string, isIn: boolean): Promise<unknown> =>
    attempt(async () => {
      await perform(within, deed, { id: Number(one), isIn })
      tell('done', `${name} is ${isIn ? 'in' : 'out'}.`, () => void change(one, name, !isIn))
    })
  return (
    <section class="tokens" aria-labelledby={id}>
      <h4 id={id}>
        {title} <span class="chip">{those.length}</span>
      </h4>
      {those.length === 0 && <p class="small quiet-text">{empty}</p>}
      <ul>
        {those.slice(0, most).map(([one, name]) => (
          <li key={one}>
            {name}
            {isEditable && (
              <button
                type="button"
                class="quiet"
                aria-label={`Take ${name} out`}
                onClick={() => void change(one, name, false)}
              >
                ×
              </button>
            )}
          </li>
        ))}
      </ul>
      {those.length > most && <p class="small quiet-text">and {those.length - most} more</p>}
      {isEditable && others.length > 0 && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            const chosen = new FormData(event.currentTarget).get('id')
            const [one, name] = others.find(([other]) => String(other) === chosen) ?? []
            if (one !== undefined && name !== undefined) void change(one, name, true)
          }}
        >
          <Select
            name="id"
            aria-label={`Who to add to ${title.toLowerCase()}`}
            options={others.slice(0, mostOptions)}
          />
          <button type="submit">Add</button>
        </form>
      )}
    </section>
  )
}

/** As many as a reader looks through, and a browser draws at once. */
const most = 200
const mostOptions = 2000
