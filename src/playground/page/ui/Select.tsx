import { useId } from 'preact/hooks'

/** Values with their labels. */
export type Options<Value = string | number> = readonly (readonly [value: Value, shown: string])[]

export interface SelectProps {
  readonly options: Options
  readonly chosen?: string | number | readonly string[] | undefined
  onChoose(value: string, all: readonly string[]): void
  /** The label, if nothing else on the screen labels it. */
  readonly label?: string
  readonly id?: string
  readonly name?: string
  readonly class?: string
  readonly multiple?: boolean
  readonly 'aria-label'?: string
}

/** A select field. */
export function Select({ options, chosen, onChoose, label, ...attributes }: SelectProps) {
  const id = useId()
  const all = [chosen].flat().map(String)
  const select = (
    <select
      id={id}
      {...attributes}
      onChange={({ currentTarget }) => onChoose(currentTarget.value, valuesOf(currentTarget))}
    >
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

const valuesOf = ({ selectedOptions }: HTMLSelectElement) => Array.from(selectedOptions, ({ value }) => value)
