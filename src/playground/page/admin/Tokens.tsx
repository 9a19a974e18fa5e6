import { useId } from 'preact/hooks'
import { attempt, tell } from '../notices.js'
import { Press } from '../ui/parts.js'
import { Select } from '../ui/Select.js'
import type { Options } from './Form.js'

export interface TokensProps {
  readonly title: string
  readonly empty: string
  readonly those: Options<number>
  /** What can be put in. */
  readonly options: Options<number>
  /** Puts one in, or takes it out. */
  onChange(id: number, isIn: boolean): Promise<unknown>
}

/** As many as a reader looks through, and a browser draws at once. */
const most = 200
const mostOptions = 2000

/** A set of things by name, each of which can be taken out, and a choice of those that can be put in. */
export function Tokens({ title, empty, those, options, onChange }: TokensProps) {
  const id = useId()
  const there = new Set(those.map(([one]) => one))
  const others = options.filter(([one]) => !there.has(one))
  const change = (one: number, name: string, isIn: boolean): Promise<unknown> =>
    attempt(async () => {
      await onChange(one, isIn)
      tell('done', `${name} is ${isIn ? 'in' : 'out'}.`, () => void change(one, name, !isIn))
    })
  return (
    <section class="tokens stack" aria-labelledby={id}>
      <h4 id={id}>
        {title} <span class="chip">{those.length}</span>
      </h4>
      {those.length === 0 && <p class="small quiet-text">{empty}</p>}
      <ul class="in-a-row">
        {those.slice(0, most).map(([one, name]) => (
          <li key={one} class="chip">
            {name}
            <Press tone="quiet" label={`Take ${name} out`} onPress={() => change(one, name, false)}>
              ×
            </Press>
          </li>
        ))}
      </ul>
      {those.length > most && <p class="small quiet-text">and {those.length - most} more</p>}
      {others.length > 0 && (
        <form
          class="in-a-row"
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
