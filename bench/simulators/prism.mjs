import { createRequire } from 'node:module'
import { answer } from './answer.mjs'

const require = createRequire(import.meta.url)

/** Prism on a description of this one call, with its answer as the example. */
export async function start() {
  const { getHttpOperationsFromSpec } = require('@stoplight/prism-cli/dist/operations')
  const { createServer } = require('@stoplight/prism-http-server')
  const { createLogger } = require('@stoplight/prism-core')
  const example = await answer()
  const operations = await getHttpOperationsFromSpec({
    openapi: '3.0.3',
    info: { title: 'One call', version: '1' },
    paths: {
      '/api/v1/users/{email}': {
        get: {
          operationId: 'getUserByEmail',
          parameters: [{ name: 'email', in: 'path', required: true, schema: { type: 'string' } }],
          responses: {
            200: { description: 'The user', content: { 'application/json': { schema: { type: 'object' }, example } } },
          },
        },
      },
    },
  })
  const server = createServer(operations, {
    components: { logger: createLogger('prism', { level: 'silent' }) },
    cors: false,
    config: {
      checkSecurity: false,
      validateRequest: true,
      validateResponse: false,
      mock: { dynamic: false },
      isProxy: false,
      errors: false,
      upstreamProxy: undefined,
    },
  })
  return { url: await server.listen(0, '127.0.0.1') }
}
