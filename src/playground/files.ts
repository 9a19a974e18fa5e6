import { readFileSync } from 'node:fs'
import type { OutgoingAnswer } from '../simulator/http/exchange.js'

/** The response for a file of the playground; undefined for any other path. */
export function playgroundFile(path: string): OutgoingAnswer | undefined {
  const name = path === '/' ? 'index.html' : /^\/playground\/([\w-]+\.\w+)$/.exec(path)?.[1]
  const type = types[name?.split('.').at(-1) ?? '']
  if (name === undefined || type === undefined) return undefined
  const body = read(name)
  if (body === undefined) return path === '/' ? notBuilt : undefined
  return {
    status: 200,
    headers: {
      'Content-Type': type,
      // The address stays the same when the page changes.
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': playgroundPolicy,
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    },
    body,
  }
}

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
  txt: 'text/plain; charset=utf-8',
}

/**
 * The `Content-Security-Policy` of the page: its own script and stylesheet, its own server, and no HTML from strings
 * except through DOMPurify's trusted-types policy.
 */
const playgroundPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types dompurify',
].join('; ')

const notBuilt: OutgoingAnswer = {
  status: 503,
  headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  body: "The playground's page has not been built. Run `npm run build` in the checkout, and load this page again.\n",
}

/** In the package the files are next to this one; in a checkout, in the build's output. */
const folders = [new URL('./files/', import.meta.url), new URL('../../dist/playground/files/', import.meta.url)]

function read(name: string): Uint8Array | undefined {
  for (const folder of folders) {
    try {
      return readFileSync(new URL(name, folder))
    } catch {
      // Not in this folder.
    }
  }
  return undefined
}
