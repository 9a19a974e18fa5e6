import { type Connection, connection } from '../connection.js'

/** Shows whether the page is up to date. */
export function ConnectionChip() {
  const { value } = connection
  return (
    <span class={`chip connection ${value}`} role="status">
      {words[value]}
    </span>
  )
}

const words: Readonly<Record<Connection, string>> = {
  connecting: 'connecting …',
  live: 'connected',
  lost: 'connection lost, trying again …',
}
