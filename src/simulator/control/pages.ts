import { type App, type Exchange, respond } from '../api/exchange.js'
import { openApi, openApiPage, openApiPagePolicy, openApiStylesheet } from '../openapi/index.js'
import { playgroundFile } from '../playground/files.js'
import type { ControlContext } from './context.js'
import { controlOpenApi } from './openApi.js'

/** Adds the playground, and the descriptions of both APIs for programs and for people. */
export function addPages(app: App, { simulator, dialect }: ControlContext): void {
  const documents = {
    // Made anew each time: the level may have changed, and so may the address.
    '': () => openApi({ featureLevel: simulator.realm.featureLevel, dialect, url: simulator.url }),
    '/sim': () => controlOpenApi(simulator.url),
  }
  for (const [below, document] of Object.entries(documents)) {
    app.get(`${below}/openapi.json`, (c) =>
      c.body(`${JSON.stringify(document(), null, 2)}\n`, 200, {
        'Content-Type': 'application/json; charset=utf-8',
        'Cache-Control': 'no-store',
      }),
    )
    app.get(`${below}/docs`, (c) =>
      c.body(openApiPage(document(), { stylesheet: '/docs.css', json: `${below}/openapi.json` }), 200, {
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'no-store',
        'Content-Security-Policy': openApiPagePolicy,
        'X-Content-Type-Options': 'nosniff',
      }),
    )
  }
  app.get('/docs.css', (c) =>
    c.body(openApiStylesheet, 200, {
      'Content-Type': 'text/css; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
    }),
  )
  const playground = (c: Exchange) => {
    const file = playgroundFile(c.req.path)
    return file === undefined ? c.notFound() : respond(c, file)
  }
  app.get('/', playground)
  app.get('/playground/*', playground)
}
