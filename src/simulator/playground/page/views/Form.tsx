import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import type { Field, FormShown, Given, Outcome, Shown } from '../../views/shown.js'
import { Refused } from '../simulator.js'
import { Select } from '../ui/Select.js'
import { localTime } from './localTime.js'
import { type PlacedRefusal, placeRefusal } from './refusal.js'

export interface FormProps extends Pick<FormShown, 'title' | 'fields' | 'submit' | 'isSerious' | 'isNew' | 'isLive'> {
  /** Where what comes of it is shown. */
  draw?(shown: Shown): ComponentChildren
  /** Gets what was changed, and besides all that the fields hold. */
  save(given: Given, all: Given): Promise<Outcome | undefined>
  /** What is to be said while it is filled in. */
  onInput?(all: Given): Promise<Outcome | undefined>
}

const nothing: PlacedRefusal = { atFields: {}, above: undefined }

/** Labelled fields and a button. What the service refuses is said at the field that it is about. */
export function Form(props: FormProps) {
  const { title, submit = 'Save', isSerious, isNew, isLive, draw, save, onInput } = props
  const form = useRef<HTMLFormElement>(null)
  const heard = useSignal<Outcome>({})
  const made = useSignal<readonly Shown[]>([])
  const refused = useSignal(nothing)
  const isBusy = useSignal(false)
  const latest = useRef(0)
  const id = useId()
  const fields = Object.entries(heard.value.fields ?? props.fields).map(([name, field]) => ({
    name,
    ...(typeof field === 'string' ? { label: field } : field),
  }))
  const send = async (from: HTMLFormElement) => {
    if (isBusy.value) return
    isBusy.value = true
    refused.value = nothing
    try {
      const outcome = await save(valuesIn(from, fields, isNew ? isFilled : isChanged), valuesIn(from, fields))
      if (outcome?.shown) made.value = [outcome.shown, ...(isNew ? made.value : [])]
      if (isNew) from.reset()
    } catch (error) {
      refused.value = placeRefusal(error instanceof Refused && error.answer, (error as Error).message, fields)
      const [first] = Object.keys(refused.value.atFields)
      if (first) document.getElementById(`${id}-${first}`)?.focus()
    }
    isBusy.value = false
  }
  const hear = async () => {
    if (!form.current || !onInput) return
    latest.current += 1
    const asked = latest.current
    const outcome = await onInput(valuesIn(form.current, fields)).catch(() => undefined)
    // What was typed since is answered by itself.
    if (asked === latest.current) heard.value = outcome ?? {}
  }
  useEffect(() => {
    if (isLive) void hear()
  }, [props.fields])
  return (
    <form
      ref={form}
      class="form"
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isLive) void send(event.currentTarget)
      }}
      onInput={() => void hear()}
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
          problem={refused.value.atFields[field.name] ?? heard.value.early?.[field.name]}
        />
      ))}
      {!isLive && (
        <button type="submit" class={isSerious ? 'serious' : 'main'} aria-disabled={isBusy.value}>
          {submit}
        </button>
      )}
      {draw && (
        <div aria-live="polite">
          {draw(heard.value.shown)}
          {draw(made.value)}
        </div>
      )}
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
  const text = textOf({ kind, initial })
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
const isChanged = (raw: Raw, field: Field) =>
  String(raw) !== (raw === false ? String(field.initial ?? raw) : textOf(field))

/** What a field begins with. */
function textOf({ kind, initial = '' }: Pick<Field, 'kind' | 'initial'>): string {
  return kind === 'time' ? localTime(Number(initial)) : String(initial)
}

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
  if (kind === 'lines') return String(raw).match(/\S.*?(?=\s*$)/gm) ?? []
  if (kind === 'time') return Math.floor(Date.parse(String(raw)) / 1000)
  return kind === 'choice' && raw === '' ? null : raw
}
