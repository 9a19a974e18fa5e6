import { signal } from '@preact/signals'

/** The available width, by which lists choose their columns. */
export type Room = 'narrow' | 'medium' | 'wide'

const narrow = matchMedia('(max-width: 900px)')
const medium = matchMedia('(max-width: 1250px)')
const measured = (): Room => (narrow.matches ? 'narrow' : medium.matches ? 'medium' : 'wide')
export const room = signal(measured())

for (const query of [narrow, medium]) {
  query.addEventListener('change', () => {
    room.value = measured()
  })
}
