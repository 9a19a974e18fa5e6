/** A small picture of what a button does; the button's label says it. */
export function Icon({ name }: { name: keyof typeof paths }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      <path
        d={paths[name]}
        fill="none"
        stroke="currentColor"
        stroke-width="1.4"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  )
}

const paths = {
  attach: 'M13.2 7.2 8 12.4a3.3 3.3 0 0 1-4.7-4.7l5.5-5.4a2.2 2.2 0 0 1 3.1 3.1l-5.4 5.4a1.1 1.1 0 0 1-1.6-1.5l4.9-4.9',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
} as const
