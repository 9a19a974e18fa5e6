import { useSignal } from '@preact/signals'
import { useId, useRef } from 'preact/hooks'
import { choice } from '../address.js'
import { useAttempt } from '../notices.js'
import { Button, ErrorText, type Options, Select, submitting } from '../ui/index.js'

/** A field of a form; its key is the name of its parameter. */
interface Field {
  readonly label: string
  readonly hint?: string
  /** A line of text by default. */
  readonly kind?: 'code' | 'check' | 'choice' | 'several'
  readonly options?: Options
  /** Of a choice, the first option by default. */
  readonly initial?: string | number | readonly number[] | undefined
  readonly isNeeded?: boolean
  /** Follows another field until something else is typed. */
  readonly proposed?: { readonly from: string; by(text: string): string }
}

type FormFields = Readonly<Record<string, Field>>

type Value<One> = One extends { kind: 'check' }
  ? boolean
  : One extends { kind: 'several' }
    ? number[]
    : One extends { options: Options<infer Chosen> }
      ? Chosen
      : string

export interface FormProps<Those extends FormFields> {
  /** The form's label for screen readers. */
  readonly title: string
  readonly fields: Those
  readonly submit: string
  /** Gets the values by the names of their fields. An error that it throws is shown above the form. */
  onSubmit(values: { -readonly [Name in keyof Those]: Value<Those[Name]> }): Promise<unknown>
}

/** Unsubmitted input, by form and row, so that it survives a look at another row. */
const drafts = new Map<string, Readonly<Record<string, unknown>>>()

/** A form whose fields are parameters of the server. */
export function Form<const Those extends FormFields>({ title, submit, onSubmit, fields }: FormProps<Those>) {
  const { problem, isBusy, attempt } = useAttempt()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const draft = `${title} ${choice('id').value}`
  const all = Object.entries<Field>(fields)
  const initial = () => Object.fromEntries(all.map(([name, field]) => [name, initialOf(field)]))
  const values = useSignal(drafts.get(draft) ?? initial())
  const change = (name: string, value: unknown) => {
    const { value: before } = values
    const follows = ({ proposed }: Field, other: string) =>
      proposed?.from === name && before[other] === proposed.by(String(before[name]))
    const following = all.filter(([other, field]) => follows(field, other))
    const proposals = following.map(([other, { proposed }]) => [other, proposed?.by(String(value))])
    values.value = { ...before, [name]: value, ...Object.fromEntries(proposals) }
    drafts.set(draft, values.value)
  }
  const send = () =>
    attempt(async () => {
      const missing = all.find(([name, { isNeeded }]) => isNeeded && String(values.value[name]).trim() === '')
      if (missing) {
        form.current?.querySelector<HTMLElement>(`[name="${missing[0]}"]`)?.focus()
        throw new Error(`Fill in “${missing[1].label}”.`)
      }
      await onSubmit(values.value as Parameters<typeof onSubmit>[0])
      drafts.delete(draft)
    })
  return (
    <form ref={form} class="form" aria-label={title} onSubmit={submitting(send)}>
      <ErrorText text={problem.value} />
      {all.map(([name, field]) => (
        <div key={name} class={field.kind === 'check' ? 'field check' : 'field'}>
          <label for={`${id}-${name}`}>{field.label}</label>
          <Control
            {...{ name, field, id: `${id}-${name}`, value: values.value[name] }}
            aria-describedby={field.hint && `${id}-${name}-hint`}
            onChange={(value) => change(name, value)}
          />
          {field.hint && (
            <p id={`${id}-${name}-hint`} class="small quiet-text">
              {field.hint}
            </p>
          )}
        </div>
      ))}
      <Button type="submit" says={submit} class="main" aria-disabled={isBusy.value} />
    </form>
  )
}

function initialOf({ kind = 'code', initial, options }: Field): unknown {
  return initial ?? { code: '', check: false, choice: options?.[0]?.[0], several: [] }[kind]
}

interface ControlProps {
  readonly field: Field
  readonly name: string
  readonly id: string
  readonly value: unknown
  readonly 'aria-describedby': string | undefined
  onChange(value: unknown): void
}

function Control({ field: { kind, options = [], isNeeded = false }, value, onChange, ...common }: ControlProps) {
  switch (kind) {
    case 'check':
      return (
        <input
          type="checkbox"
          {...common}
          checked={value === true}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      )
    case 'choice':
    case 'several': {
      const chosen = [value].flat().map(String)
      const onChoose = (_: string, texts: readonly string[]) => {
        const all = options.flatMap(([one]) => (texts.includes(String(one)) ? [one] : []))
        onChange(kind === 'several' ? all : all[0])
      }
      return <Select {...common} {...{ options, chosen, onChoose, multiple: kind === 'several' }} />
    }
    default:
      return (
        <input
          type="text"
          class={kind}
          autocomplete="off"
          spellcheck={kind !== 'code'}
          aria-required={isNeeded}
          {...common}
          value={String(value)}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )
  }
}
