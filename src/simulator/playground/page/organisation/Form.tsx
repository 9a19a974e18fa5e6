import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { tell } from '../notices.js'
import { Refused } from '../simulator.js'
import { type PlacedRefusal, placeRefusal } from './refusal.js'

/** Something that is filled in. Its name is that of the parameter, so that what the service says of it finds it. */
export interface Field {
  readonly name: string
  readonly label: string
  /** A line of text unless said otherwise; `several` is a choice of any number. */
  readonly kind?: 'text' | 'long' | 'code' | 'long code' | 'check' | 'choice' | 'several' | 'time' | 'file'
  readonly hint?: string
  readonly initial?: string | readonly string[] | boolean | undefined
  /** Values with what is shown for them. */
  readonly options?: readonly (readonly [value: string, shown: string])[]
  /** What messages of the service are about it, beyond those that name it. */
  readonly about?: RegExp
  readonly accept?: string
}

/** What was filled in, by name: what is ticked is `'on'`, and what is empty, or not ticked, `''`. */
export interface Filled {
  text(name: string): string
  several(name: string): readonly string[]
  isOn(name: string): boolean
  file(name: string): File
}

export interface FormProps {
  /** What the form does, for those who don't see it. */
  readonly label: string
  readonly fields: readonly Field[]
  /** On its button. */
  readonly submit: string
  readonly isSerious?: boolean
  /** What is said when it is done. */
  readonly done?: string
  /** Empties the fields when it is done. */
  readonly empties?: boolean
  /** Shown at fields before anything is saved. */
  readonly early?: Readonly<Record<string, string>>
  save(filled: Filled): Promise<unknown>
  onInput?(filled: Filled): void
}

const nothing: PlacedRefusal = { atFields: {}, above: undefined }

/** Labelled fields and a button. What the service refuses is said at the field that it is about. */
export function Form({ label, fields, submit, isSerious, done, empties, early, save, onInput }: FormProps) {
  const refused = useSignal(nothing)
  const isBusy = useSignal(false)
  const id = useId()
  const send = async (form: HTMLFormElement) => {
    if (isBusy.value) return
    isBusy.value = true
    refused.value = nothing
    try {
      await save(filledIn(form))
      if (done !== undefined) tell('done', done)
      if (empties) form.reset()
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      refused.value = placeRefusal(error instanceof Refused ? error.answer : undefined, message, fields)
      const [first] = Object.keys(refused.value.atFields)
      if (first !== undefined) document.getElementById(`${id}-${first}`)?.focus()
    }
    isBusy.value = false
  }
  return (
    <form
      class="form"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        void send(event.currentTarget)
      }}
      onInput={({ currentTarget }) => onInput?.(filledIn(currentTarget))}
    >
      {refused.value.above !== undefined && (
        <p class="problem" role="alert">
          {refused.value.above}
        </p>
      )}
      {fields.map((field) => (
        <FormField
          key={field.name}
          id={`${id}-${field.name}`}
          field={field}
          problem={refused.value.atFields[field.name] ?? early?.[field.name]}
        />
      ))}
      <button type="submit" class={isSerious ? 'serious' : 'main'} aria-disabled={isBusy.value}>
        {submit}
      </button>
    </form>
  )
}

function FormField({ id, field, problem }: { id: string; field: Field; problem: string | undefined }) {
  const said = [field.hint !== undefined && `${id}-hint`, problem !== undefined && `${id}-problem`].filter(Boolean)
  const common = {
    id,
    name: field.name,
    'aria-invalid': problem !== undefined,
    ...(said.length > 0 && { 'aria-describedby': said.join(' ') }),
  }
  return (
    <div class={field.kind === 'check' ? 'field check' : 'field'}>
      <label for={id}>{field.label}</label>
      <Control field={field} common={common} />
      {field.hint !== undefined && (
        <p id={`${id}-hint`} class="small quiet-text">
          {field.hint}
        </p>
      )}
      {problem !== undefined && (
        <p id={`${id}-problem`} class="small problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

function Control({ field, common }: { field: Field; common: { id: string; name: string } }) {
  const { kind = 'text', initial, options = [] } = field
  const chosen = [initial].flat()
  const text = typeof initial === 'string' ? initial : ''
  if (kind === 'check') return <input type="checkbox" {...common} defaultChecked={initial === true} />
  if (kind === 'file') return <input type="file" {...common} accept={field.accept} />
  if (kind === 'time') return <input type="datetime-local" step="1" {...common} defaultValue={text} />
  if (kind.startsWith('long')) {
    return <textarea rows={3} {...common} class={kind === 'long code' ? 'code' : undefined} defaultValue={text} />
  }
  if (kind === 'choice' || kind === 'several') {
    return (
      <select {...common} multiple={kind === 'several'} size={kind === 'several' ? 5 : undefined}>
        {options.map(([value, shown]) => (
          <option key={value} value={value} selected={chosen.includes(value)}>
            {shown}
          </option>
        ))}
      </select>
    )
  }
  const code = kind === 'code' ? { class: 'code', spellcheck: false } : {}
  return <input type="text" autocomplete="off" {...common} {...code} defaultValue={text} />
}

function filledIn(form: HTMLFormElement): Filled {
  const data = new FormData(form)
  const text = (name: string) => {
    const value = data.get(name)
    return typeof value === 'string' ? value : ''
  }
  return {
    text,
    several: (name) => data.getAll(name).map(String),
    isOn: (name) => data.has(name),
    file(name) {
      const file = data.get(name)
      return file instanceof File ? file : new File([], '')
    },
  }
}
