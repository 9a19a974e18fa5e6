import { readFileSync } from 'node:fs'
import type { OutgoingAnswer } from '../api/exchange.js'

/** A file of the playground, as it is answered; undefined for a path that is none of its. */
export function playgroundFile(path: string): OutgoingAnswer | undefined {
  const file = Object.hasOwn(files, path) ? files[path] : undefined
  if (file === undefined) return undefined
  const body = read(file.name)
  if (body === undefined) return notBuilt
  return {
    status: 200,
    headers: {
      'Content-Type': file.type,
      // The address stays the same while the page changes.
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': playgroundPolicy,
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    },
    body,
  }
}

/**
 * The `Content-Security-Policy` of the page: its own script and stylesheet, its own server, and no way to make HTML of
 * a text other than through the one sanitiser.
 */
export const playgroundPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types dompurify',
].join('; ')

/** Whether a request is for a file of the playground. */
export const isPlaygroundPath = (path: string): boolean => Object.hasOwn(files, path)

const files: Readonly<Record<string, { readonly name: string; readonly type: string }>> = {
  '/': { name: 'index.html', type: 'text/html; charset=utf-8' },
  '/playground/main.js': { name: 'main.js', type: 'text/javascript; charset=utf-8' },
  '/playground/main.css': { name: 'main.css', type: 'text/css; charset=utf-8' },
  '/playground/icon.svg': { name: 'icon.svg', type: 'image/svg+xml' },
}

const notBuilt: OutgoingAnswer = {
  status: 503,
  headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  body: "The playground's page has not been built. Run `npm run build` in the checkout, and load this page again.\n",
}

/** In the package the files stand beside this one; in a checkout, in the folder that the package is made of. */
const folders = [
  new URL('./files/', import.meta.url),
  new URL('../../../dist/simulator/playground/files/', import.meta.url),
]

function read(name: string): Uint8Array | undefined {
  for (const folder of folders) {
    try {
      return readFileSync(new URL(name, folder))
    } catch {
      // Not in this one.
    }
  }
  return undefined
}
