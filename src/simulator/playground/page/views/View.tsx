import { draw } from './draw.js'
import { useView } from './live.js'
import type { Within } from './within.js'

/** What the simulator shows of something. */
export function View({ query, ...within }: Within & { query?: string }) {
  const answered = useView(within, query)
  if (answered === undefined) return <p class="empty">Reading …</p>
  if (answered.problem !== undefined) return <p class="problem">{answered.problem}</p>
  return <>{draw(answered.shown, answered.within)}</>
}
