/** Says that something is being loaded; styles show it only after a moment, so that nothing flashes. */
export function Waiting({ says = 'Loading …' }: { says?: string }) {
  return <span class="waiting">{says}</span>
}
