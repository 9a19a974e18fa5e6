import { hostname } from 'node:os'

/** What tells the lines of one process from those of others, by the names that pino has for them. */
export function processFields(): { readonly pid: number; readonly hostname: string } {
  return { pid: process.pid, hostname: hostname() }
}
