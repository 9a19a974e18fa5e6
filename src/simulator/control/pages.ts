import type { OutgoingAnswer } from '../api/exchange.js'
import { type OpenApiDocument, openApi, openApiPage, openApiPagePolicy, openApiStylesheet } from '../openapi/index.js'
import { playgroundFile } from '../playground/files.js'
import type { ControlContext } from './context.js'
import { controlOpenApi } from './openApi.js'

/** The playground, and the descriptions of both APIs for programs and for people; undefined for a path that is none of them. */
export type Pages = (method: string, path: string) => OutgoingAnswer | undefined

export function createPages({ simulator, dialect }: ControlContext): Pages {
  // Anew each time: the level may have changed, and so may the address.
  const ofService = () => openApi({ featureLevel: simulator.realm.featureLevel, dialect, url: simulator.url })
  const ofControl = () => controlOpenApi(simulator.url)
  const pages: Readonly<Record<string, () => OutgoingAnswer>> = {
    '/openapi.json': () => json(ofService()),
    '/docs': () => page(ofService(), '/openapi.json'),
    '/sim/openapi.json': () => json(ofControl()),
    '/sim/docs': () => page(ofControl(), '/sim/openapi.json'),
    [stylesheet]: () => ({
      status: 200,
      headers: { 'Content-Type': 'text/css; charset=utf-8', 'X-Content-Type-Options': 'nosniff' },
      body: openApiStylesheet,
    }),
  }
  return (method, path) => {
    if (method !== 'GET' && method !== 'HEAD') return undefined
    return Object.hasOwn(pages, path) ? pages[path]?.() : playgroundFile(path)
  }
}

const stylesheet = '/docs.css'

function json(document: OpenApiDocument): OutgoingAnswer {
  return {
    status: 200,
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' },
    body: `${JSON.stringify(document, null, 2)}\n`,
  }
}

function page(document: OpenApiDocument, source: string): OutgoingAnswer {
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': openApiPagePolicy,
      'X-Content-Type-Options': 'nosniff',
    },
    body: openApiPage(document, { stylesheet, json: source }),
  }
}
