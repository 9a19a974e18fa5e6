import { serve } from '@hono/node-server'

/** A server of Node on a free port of this machine. */
export function listening(server) {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve({ url: `http://127.0.0.1:${server.address().port}` }))
  })
}

/** An app of Hono on a free port of this machine. */
export function served({ fetch }) {
  return new Promise((resolve) => {
    serve({ fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => resolve({ url: `http://127.0.0.1:${port}` }))
  })
}
