import { connection } from '../connection.js'

/** Shows whether the page is up to date. */
export function ConnectionState() {
  const [tone, says] = looks[connection.value]
  return (
    <span class="connection in-a-row small quiet-text" role="status" title={says}>
      <span class={`dot ${tone}`} />
      <span>{says}</span>
    </span>
  )
}

const looks = {
  connecting: ['warn', 'connecting …'],
  live: ['good', 'connected'],
  lost: ['bad', 'connection lost, trying again …'],
} as const
