/** Shown while something is loaded; visible only when that takes long enough to be noticed. */
export function Waiting({ what = 'Loading …' }: { what?: string }) {
  return (
    <p class="waiting" role="status">
      {what}
    </p>
  )
}
