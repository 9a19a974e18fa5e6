import { useId } from 'preact/hooks'
import { type Options, Select } from '../ui/Select.js'
import { press } from './acting.js'

export interface TokensProps {
  readonly title: string
  readonly empty: string
  readonly ids: readonly number[]
  nameOf(id: number): string
  /** What can be put in; those that are in are left out. */
  readonly options: Options
  readonly isEditable: boolean
  /** Puts one in, or takes it out. */
  set(id: number, isIn: boolean): Promise<unknown>
}

/** A set of things by name, each of which can be taken out, and a choice of those that can be put in. */
export function Tokens({ title, empty, ids, nameOf, options, isEditable, set }: TokensProps) {
  const id = useId()
  const others = options.filter(([one]) => !ids.includes(Number(one)))
  const change = (one: number, isIn: boolean) =>
    press(
      `${nameOf(one)} is ${isIn ? 'in' : 'out'}.`,
      () => set(one, isIn),
      () => set(one, !isIn),
    )
  return (
    <section class="tokens" aria-labelledby={id}>
      <h4 id={id}>
        {title} <span class="chip">{ids.length}</span>
      </h4>
      {ids.length === 0 && <p class="small quiet-text">{empty}</p>}
      <ul>
        {ids.slice(0, most).map((one) => (
          <li key={one}>
            {nameOf(one)}
            {isEditable && (
              <button
                type="button"
                class="quiet"
                aria-label={`Take ${nameOf(one)} out`}
                onClick={() => change(one, false)}
              >
                ×
              </button>
            )}
          </li>
        ))}
      </ul>
      {ids.length > most && <p class="small quiet-text">and {ids.length - most} more</p>}
      {isEditable && others.length > 0 && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            const chosen = new FormData(event.currentTarget).get('id')
            if (chosen) void change(Number(chosen), true)
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
