import { type Endpoint, endpoints } from '../../protocol/index.js'
import type { Paint } from '../shared/paint.js'

/** Every endpoint, as `earshot call --list` shows it to people. */
export function endpointList(paint: Paint): string {
  const rows: readonly Endpoint[] = endpoints
  const width = Math.max(...rows.map(({ name }) => name.length))
  const lines = rows.map(({ name, summary, deprecated }) => {
    const note = deprecated === undefined ? '' : paint('warning', ' (deprecated)')
    return `${paint('name', name)}${' '.repeat(width - name.length)}  ${summary}${note}`
  })
  return `${lines.join('\n')}\n`
}

/** The same for programs. */
export function endpointRows() {
  return endpoints.map(({ name, method, path, summary, access, spec, params }: Endpoint) => ({
    name,
    method,
    path,
    summary,
    access,
    spec,
    parameters: Object.keys(params),
  }))
}
