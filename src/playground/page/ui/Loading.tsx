/** Says that something is being loaded; visible only when that takes long enough to be noticed. */
export const Loading = () => (
  <span class="waiting" role="status">
    Loading …
  </span>
)
