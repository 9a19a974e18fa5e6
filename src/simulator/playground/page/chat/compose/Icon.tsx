/** A small picture of what a button does; the button's label says it. */
export function Icon({ name }: { name: IconName }) {
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

export type IconName = keyof typeof paths

const paths = {
  attach: 'M13.2 7.2 8 12.4a3.3 3.3 0 0 1-4.7-4.7l5.5-5.4a2.2 2.2 0 0 1 3.1 3.1l-5.4 5.4a1.1 1.1 0 0 1-1.6-1.5l4.9-4.9',
  call: 'M2 5.2A1.2 1.2 0 0 1 3.2 4h5.6A1.2 1.2 0 0 1 10 5.2v5.6A1.2 1.2 0 0 1 8.8 12H3.2A1.2 1.2 0 0 1 2 10.8zM10 7l4-2v6l-4-2',
  down: 'm4 6.2 4 4 4-4',
  emoji: 'M8 2.2a5.8 5.8 0 1 1 0 11.6A5.8 5.8 0 0 1 8 2.2M6 6.4v.4m4-.4v.4M5.4 9.4a3 3 0 0 0 5.2 0',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  preview: 'M1.6 8S4 3.8 8 3.8 14.4 8 14.4 8 12 12.2 8 12.2 1.6 8 1.6 8M8 6.3a1.7 1.7 0 1 1 0 3.4 1.7 1.7 0 0 1 0-3.4',
  quote: 'M6.4 4.4 3 7.8l3.4 3.4M3.2 7.8H9a4 4 0 0 1 4 4',
} as const
