import { useRef } from 'preact/hooks'
import { adjust, choice } from '../address.js'
import { useShortcuts } from '../shortcuts.js'

/** The search field of a list. Its text is part of the page's address. `/` focuses it, Escape leaves it. */
export function SearchField({ label, problems, hint }: { label: string; problems: readonly string[]; hint: string }) {
  const field = useRef<HTMLInputElement>(null)
  useShortcuts([{ key: '/', says: 'Search', group: 'Lists', run: () => field.current?.focus() }])
  return (
    <div class="search">
      <input
        ref={field}
        type="search"
        aria-label={label}
        aria-invalid={problems.length > 0}
        placeholder={hint}
        value={choice('q').value}
        onInput={({ currentTarget }) => adjust({ q: currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur()
        }}
      />
      {problems.length > 0 && (
        <p class="small problem" role="status">
          {problems.join(' ')}
        </p>
      )}
    </div>
  )
}
