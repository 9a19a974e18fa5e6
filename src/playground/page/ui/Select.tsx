import { useId } from 'preact/hooks'

/** Values with what is shown for them. */
export type Options<Value = string | number> = readonly (readonly [value: Value, shown: string])[]

export interface SelectProps {
  readonly options: Options
  /** What is chosen, or chosen at first. */
  readonly chosen?: string | number | readonly string[] | undefined
  onChoose?(value: string): void
  /** Beside it, where nothing else says what is chosen. */
  readonly label?: string
  readonly id?: string
  readonly name?: string
  readonly class?: string
  readonly multiple?: boolean
  readonly 'aria-label'?: string
}

/** A choice among values; where nobody listens, a form reads it. */
export function Select({ options, chosen, onChoose, label, ...attributes }: SelectProps) {
  const id = useId()
  const all = [chosen].flat().map(String)
  const select = (
    <select id={id} {...attributes} onChange={({ currentTarget }) => onChoose?.(currentTarget.value)}>
      {options.map(([value, shown]) => (
        <option key={value} value={value} selected={all.includes(String(value))}>
          {shown}
        </option>
      ))}
    </select>
  )
  if (label === undefined) return select
  return (
    <label for={id}>
      {label} {select}
    </label>
  )
}
