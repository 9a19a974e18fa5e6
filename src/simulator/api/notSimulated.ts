import { notSimulated } from '../../protocol/index.js'

/** Whether a real server has an endpoint that the simulator leaves out. The path is below `/api/v1`. */
export function isNotSimulated(method: string, path: string): boolean {
  return patterns.some((pattern) => pattern.test(`${method} ${path}`))
}

const patterns: readonly RegExp[] = notSimulated.map(
  (endpoint) => new RegExp(`^${endpoint.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
)
