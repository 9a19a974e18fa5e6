import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { choose } from '../address.js'
import { tell } from '../notices.js'
import { Refused } from '../simulator.js'
import { type Options, Select } from '../ui/Select.js'
import { type PlacedRefusal, placeRefusal } from './refusal.js'

/** Something that is filled in. */
export interface Field {
  readonly label: string
  /**
   * A line of text unless said otherwise. A choice of nothing is null, `several` are numbers, `lines` one text each, a
   * time UNIX seconds.
   */
  readonly kind?: 'text' | 'long' | 'code' | 'lines' | 'check' | 'choice' | 'several' | 'time' | 'file'
  readonly hint?: string
  readonly initial?: string | readonly string[] | boolean | undefined
  readonly options?: Options
  /** What messages of the service are about it, beyond those that name it. */
  readonly about?: RegExp
  readonly accept?: string
  /** Has the focus in a dialogue that opens. */
  readonly autofocus?: boolean
}

/** What is filled in, by the names of parameters, so that what the service says of one finds it; or only its label. */
export type FormFields = Readonly<Record<string, string | Field>>

export type Given = Record<string, unknown>

export interface FormProps {
  /** What the form does, for those who don't see it. */
  readonly title: string
  readonly fields: FormFields
  /** On its button. */
  readonly submit?: string
  readonly isSerious?: boolean
  /** What is said when it is done; for a change `Saved.` unless given. */
  readonly done?: string
  /** For something new: all that is filled in is given, and the fields are empty afterwards. */
  readonly isNew?: boolean
  /** The field of the answer with the ID of what was made, which is chosen then. */
  readonly chooses?: string
  /** Shown at fields before anything is saved. */
  readonly early?: Readonly<Record<string, string>>
  /** Gets what was changed, and besides all that the fields hold. */
  save(given: Given, all: Given): Promise<unknown>
  onInput?(all: Given): void
}

const nothing: PlacedRefusal = { atFields: {}, above: undefined }

/** Labelled fields and a button. What the service refuses is said at the field that it is about. */
export function Form(props: FormProps) {
  const {
    title,
    submit = 'Save',
    isSerious,
    isNew,
    done = isNew ? '' : 'Saved.',
    chooses,
    early,
    save,
    onInput,
  } = props
  const fields = Object.entries(props.fields).map(([name, field]) => ({
    name,
    ...(typeof field === 'string' ? { label: field } : field),
  }))
  const refused = useSignal(nothing)
  const isBusy = useSignal(false)
  const id = useId()
  const send = async (form: HTMLFormElement) => {
    if (isBusy.value) return
    isBusy.value = true
    refused.value = nothing
    try {
      const answer = (await save(valuesIn(form, fields, isNew ? isFilled : isChanged), valuesIn(form, fields))) as Given
      const made = chooses && answer[chooses]
      if (done) tell('done', done)
      if (isNew) form.reset()
      if (made) choose({ id: String(made) })
    } catch (error) {
      refused.value = placeRefusal(error instanceof Refused && error.answer, (error as Error).message, fields)
      const [first] = Object.keys(refused.value.atFields)
      if (first) document.getElementById(`${id}-${first}`)?.focus()
    }
    isBusy.value = false
  }
  return (
    <form
      class="form"
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault()
        void send(event.currentTarget)
      }}
      onInput={({ currentTarget }) => onInput?.(valuesIn(currentTarget, fields))}
    >
      {refused.value.above && (
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

type Named = Field & { readonly name: string }

function FormField({ id, field, problem }: { id: string; field: Named; problem: string | undefined }) {
  const { label, hint, kind } = field
  const said = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ')
  return (
    <div class={`field ${kind}`}>
      <label for={id}>{label}</label>
      {control(field, {
        id,
        name: field.name,
        autofocus: field.autofocus,
        'aria-invalid': !!problem,
        ...(said && { 'aria-describedby': said }),
      })}
      {hint && (
        <p id={`${id}-hint`} class="small quiet-text">
          {hint}
        </p>
      )}
      {problem && (
        <p id={`${id}-problem`} class="small problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

function control({ kind = 'text', initial, options = [], accept }: Field, common: Readonly<Record<string, unknown>>) {
  if (kind === 'check') return <input type="checkbox" {...common} defaultChecked={initial === true} />
  if (kind === 'file') return <input type="file" {...common} accept={accept} />
  const isSeveral = kind === 'several'
  const text = String(initial ?? '')
  if (isSeveral || kind === 'choice') {
    return <Select {...common} options={options} chosen={isSeveral ? text.split(',') : text} multiple={isSeveral} />
  }
  const isLines = kind === 'lines'
  const given = { ...common, defaultValue: text, class: isLines || kind === 'code' ? 'code' : undefined }
  if (isLines || kind === 'long') return <textarea rows={3} {...given} />
  if (kind === 'time') return <input type="datetime-local" step="1" {...given} />
  return <input type="text" autocomplete="off" spellcheck={kind !== 'code'} {...given} />
}

type Raw = string | boolean | readonly string[] | File

const isFilled = (raw: Raw) => raw !== ''
const isChanged = (raw: Raw, { initial = raw === false ? false : '' }: Field) => String(raw) !== String(initial)

/** What is filled in, as parameters. */
function valuesIn(
  form: HTMLFormElement,
  fields: readonly Named[],
  counts: (raw: Raw, field: Field) => boolean = () => true,
) {
  const data = new FormData(form)
  return Object.fromEntries(
    fields.flatMap((field): readonly [string, unknown][] => {
      const { name, kind } = field
      const raw =
        kind === 'check' ? data.has(name) : kind === 'several' ? data.getAll(name).map(String) : data.get(name)
      return raw !== null && counts(raw, field) ? [[name, parameterOf(raw, kind)]] : []
    }),
  )
}

function parameterOf(raw: Raw, kind: Field['kind']): unknown {
  if (kind === 'several') return [raw].flat().map(Number)
  if (kind === 'lines') return linesIn(String(raw))
  if (kind === 'time') return Math.floor(Date.parse(String(raw)) / 1000)
  return kind === 'choice' && raw === '' ? null : raw
}

/** The lines of a text that hold something. */
export function linesIn(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}
