/** Values with what is shown for them. */
export type Options = readonly (readonly [value: string | number, shown: string])[]

export interface SelectProps {
  readonly options: Options
  /** What is chosen, or chosen at first. */
  readonly chosen?: string | number | readonly string[] | undefined
  onChoose?(value: string): void
  readonly id?: string
  readonly name?: string
  readonly multiple?: boolean
  readonly 'aria-label'?: string
}

/** A choice among values; where nobody listens, a form reads it. */
export function Select({ options, chosen, onChoose, ...attributes }: SelectProps) {
  const all = [chosen].flat().map(String)
  return (
    <select {...attributes} onChange={({ currentTarget }) => onChoose?.(currentTarget.value)}>
      {options.map(([value, shown]) => (
        <option key={value} value={value} selected={all.includes(String(value))}>
          {shown}
        </option>
      ))}
    </select>
  )
}
