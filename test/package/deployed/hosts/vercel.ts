import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { serve } from '@hono/node-server'

/** Calls the functions of this folder as Vercel does: that of the path, by the name of the method, with what goes on after the answer. */

const context = { waitUntil: (work: Promise<unknown>) => void work.catch(console.error) }
Object.assign(globalThis, { [Symbol.for('@vercel/request-context')]: { get: () => context } })

async function answer(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  const file = pathToFileURL(join(process.cwd(), `${pathname}.ts`)).href
  const methods: Readonly<Record<string, (request: Request) => Promise<Response>>> = await import(file)
  return (await methods[request.method]?.(request)) ?? new Response(null, { status: 405 })
}

serve({ fetch: answer, hostname: '127.0.0.1', port: 0 }, ({ port }) => console.log(`http://127.0.0.1:${port}`))
