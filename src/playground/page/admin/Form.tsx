import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { choice } from '../address.js'
import { attemptIn } from '../notices.js'
import { type Options, Problem, Select } from '../ui/index.js'

/** A field of a form; its key is the name of its parameter. */
export type Field = {
  readonly label: string
  readonly hint?: string
} & (
  | {
      readonly kind?: 'text' | 'code'
      readonly initial?: string | null
      readonly isNeeded?: boolean
      /** Follows another field until something else is typed. */
      readonly proposed?: { readonly from: string; by(text: string): string }
    }
  | { readonly kind: 'check'; readonly initial?: boolean }
  | { readonly kind: 'choice'; readonly options: Options; readonly initial?: string | number }
  | { readonly kind: 'several'; readonly options: Options<number>; readonly initial?: readonly number[] | undefined }
)

export type FormFields = Readonly<Record<string, Field>>

type Value<One> = One extends { kind: 'choice'; options: Options<infer Chosen> }
  ? Chosen
  : One extends { kind: infer Kind extends keyof Kinds }
    ? Kinds[Kind]
    : string

interface Kinds {
  check: boolean
  several: number[]
}

/** The values, by field name. */
type Values<Those> = { -readonly [Name in keyof Those]: Value<Those[Name]> }

export interface FormProps<Those extends FormFields> {
  /** The form's label for screen readers. */
  readonly title: string
  readonly fields: Those
  readonly submit: string
  /** An error that it throws is shown above the form. */
  onSubmit(values: Values<Those>): Promise<unknown>
}

/** Unsubmitted input, by form and row, so that it survives a look at another row. */
const drafts = new Map<string, FormData>()

/** A form whose fields are parameters of the server. */
export function Form<const Those extends FormFields>(props: FormProps<Those>) {
  const { title, submit, onSubmit } = props
  const problem = useSignal('')
  const isBusy = useSignal(false)
  const id = useId()
  const draft = `${title} ${choice('id').value}`
  const fields = Object.entries<Field>(props.fields).map(([name, field]) => ({ ...field, name }))
  const send = async (form: HTMLFormElement) => {
    await attemptIn(
      problem,
      async () => {
        const data = new FormData(form)
        const missing = fields.find((field) => 'isNeeded' in field && field.isNeeded && isBlank(data, field.name))
        if (missing) {
          fieldIn(form, missing.name)?.focus()
          throw new Error(`Fill in “${missing.label}”.`)
        }
        await onSubmit(Object.fromEntries(fields.map((field) => [field.name, valueIn(data, field)])) as Values<Those>)
        drafts.delete(draft)
      },
      isBusy,
    )
  }
  return (
    <form
      class="form"
      aria-label={title}
      onInput={({ currentTarget, target }) => {
        for (const field of fields) propose(field, currentTarget, target)
        drafts.set(draft, new FormData(currentTarget))
      }}
      onSubmit={(event) => {
        event.preventDefault()
        void send(event.currentTarget)
      }}
    >
      <Problem text={problem.value} />
      {fields.map((field) => (
        <FormField key={field.name} id={`${id}-${field.name}`} field={withDraft(field, drafts.get(draft))} />
      ))}
      <button type="submit" class="main" aria-disabled={isBusy.value}>
        {submit}
      </button>
    </form>
  )
}

const isBlank = (data: FormData, name: string) => String(data.get(name) ?? '').trim() === ''

function fieldIn(form: HTMLFormElement, name: string): HTMLInputElement | undefined {
  const found = form.elements.namedItem(name)
  return found instanceof HTMLInputElement ? found : undefined
}

/** Proposes a field's value from another field, unless something else was typed into it. */
function propose(field: Named, form: HTMLFormElement, typed: EventTarget | null): void {
  if (!('proposed' in field) || field.proposed === undefined) return
  const { from, by } = field.proposed
  const own = fieldIn(form, field.name)
  if (own === undefined || !(typed instanceof HTMLInputElement) || typed.name !== from) return
  if (own.value === (own.dataset.proposed ?? '')) own.value = by(typed.value)
  own.dataset.proposed = by(typed.value)
}

type Named = Field & { readonly name: string }

/** A field, with the input that was kept, if any. */
function withDraft(field: Named, draft: FormData | undefined): Named {
  if (draft === undefined) return field
  const typed = valueIn(draft, field)
  return { ...field, initial: typed } as Named
}

function FormField({ id, field }: { id: string; field: Named }) {
  const { label, hint, kind = 'text', name } = field
  return (
    <div class={kind === 'check' ? 'field check' : 'field'}>
      <label for={id}>{label}</label>
      <Control field={field} id={id} name={name} aria-describedby={hint && `${id}-hint`} />
      {hint && (
        <p id={`${id}-hint`} class="small quiet-text">
          {hint}
        </p>
      )}
    </div>
  )
}

function Control({
  field,
  ...common
}: {
  field: Field
  id: string
  name: string
  [attribute: `aria-${string}`]: unknown
}) {
  switch (field.kind) {
    case 'check':
      return <input type="checkbox" {...common} defaultChecked={field.initial === true} />
    case 'choice':
      return <Select {...common} options={field.options} chosen={field.initial} />
    case 'several':
      return <Select {...common} options={field.options} chosen={field.initial?.map(String) ?? []} multiple />
    default:
      return (
        <input
          type="text"
          class={field.kind === 'code' ? 'code' : undefined}
          autocomplete="off"
          spellcheck={field.kind !== 'code'}
          aria-required={'isNeeded' in field && field.isNeeded}
          {...common}
          defaultValue={field.initial ?? ''}
        />
      )
  }
}

function valueIn(data: FormData, field: Named): unknown {
  const { name, kind } = field
  if (kind === 'check') return data.has(name)
  if (kind === 'several') return data.getAll(name).map(Number)
  const raw = data.get(name) ?? ''
  if (kind === 'choice') return field.options.find(([value]) => String(value) === raw)?.[0]
  return raw
}
