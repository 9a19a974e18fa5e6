import { choose } from '../address.js'
import { Button } from '../ui/index.js'

/** A term of a search, and its label: `is:failed`. */
export interface SearchFilter {
  readonly label: string
  readonly term: string
}

/** Terms that narrow the list, each switched on and off by a click. */
export function Filters({ of, search }: { of: readonly SearchFilter[]; search: string }) {
  const terms = termsOf(search)
  const toggle = (term: string) =>
    choose({ q: (terms.includes(term) ? terms.filter((one) => one !== term) : [...terms, term]).join(' ') })
  return (
    <div class="chip-row in-a-row">
      {of.map(({ label, term }) => (
        <Button key={term} says={label} aria-pressed={terms.includes(term)} onPress={() => toggle(term)} />
      ))}
    </div>
  )
}

/** A quoted value is part of its term. */
const termsOf = (search: string): readonly string[] => search.match(/(?:[^\s"]|"[^"]*"?)+/g) ?? []
