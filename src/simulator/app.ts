import { internalErrorAnswer } from './api/answers.js'
import { type ApiOptions, addApi } from './api/api.js'
import { type App, createHono, type Exchange, respond } from './api/exchange.js'
import type { ControlContext } from './control/context.js'
import { type Foreign, foreign } from './foreign.js'
import { randomId } from './random.js'

/** The service and, beside it, the control API, which is loaded when it is called first. Foreign requests reach neither. */
export interface SimulatorApp {
  /** Made when it is first needed: much of what a test does needs no HTTP. */
  readonly app: App
  /** Ends what is streamed. */
  close(): void
}

export interface SimulatorAppOptions {
  readonly api: ApiOptions
  /** Names under which the simulator may be called besides this machine's own. */
  readonly hosts: readonly string[]
  /** Resolves when what an answer speaks of cannot be lost any more. */
  readonly saved: (() => Promise<void>) | undefined
  readonly control: () => Omit<ControlContext, 'instance' | 'onClose'>
}

export function createApp({ api, hosts, saved, control }: SimulatorAppOptions): SimulatorApp {
  const allowed = new Set(hosts.map((host) => host.toLowerCase()))
  const ends = new Set<() => void>()
  let loaded: Promise<App> | undefined
  let made: App | undefined

  function make(): App {
    const app = createHono()

    if (saved !== undefined) {
      app.use(async (c, next) => {
        await next()
        await saved().catch(() => {
          // Whoever keeps things has said why.
          c.res = respond(c, internalErrorAnswer(api.dialect))
        })
      })
    }
    app.use(async (c, next) => {
      const refused = foreign(c, allowed)
      if (refused !== undefined) return refusal(c, refused)
      if (!isToControl(c)) return next()
      loaded ??= load()
      return (await loaded).fetch(c.req.raw, c.env)
    })
    addApi(app, api)
    return app
  }

  async function load(): Promise<App> {
    const { createControl } = await import('./control/control.js')
    return createControl({
      ...control(),
      instance: randomId(),
      onClose(end) {
        ends.add(end)
        return () => ends.delete(end)
      },
    })
  }

  return {
    get app() {
      made ??= make()
      return made
    },
    close() {
      for (const end of [...ends]) end()
    },
  }
}

/**
 * Whether a request is for the control API, the playground or one of the pages beside them, and not for the service. At
 * `/` a browser finds the playground, and a program a text that says what this is.
 */
function isToControl({ req }: Exchange): boolean {
  if (req.path === '/') return req.header('accept')?.includes('text/html') ?? false
  return pages.has(req.path) || /^\/(sim|playground)(\/|$)/.test(req.path)
}

/** In the form in which whoever was called refuses. */
function refusal(c: Exchange, { code, message }: Foreign): Response {
  const body = isToControl(c) ? { error: { code, message } } : { result: 'error', msg: message, code }
  return c.json(body, 403, { 'Cache-Control': 'no-store', 'Content-Type': 'application/json; charset=utf-8' })
}

const pages: ReadonlySet<string> = new Set(['/openapi.json', '/docs', '/docs.css'])
