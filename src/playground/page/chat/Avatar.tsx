import { initials, type Named } from './names.js'

/** Degrees from one to the next: those who came after each other look different. */
const hueStep = 137

/** The first letters of somebody's name. Who is there by name already needs no second one. */
export function Avatar({ id, who }: { id: number; who: Named }) {
  return (
    <span class="avatar" style={{ '--hue': id * hueStep }} aria-hidden="true">
      {initials(who.name)}
    </span>
  )
}
