import type { Api } from './api/api.js'
import type { IncomingRequest, OutgoingAnswer } from './api/exchange.js'
import type { ControlContext } from './control/context.js'
import { type Foreign, foreign } from './foreign.js'
import { randomId } from './random.js'

/** The service itself, and beside it the control API, which is loaded when it is called first. Foreign requests reach neither. */
export interface FrontDoor {
  readonly api: Api
  /** Ends what is streamed. */
  close(): void
}

/** `hosts` are names under which the simulator may be called besides this machine's own. */
export function createFrontDoor(
  service: Api,
  hosts: readonly string[],
  context: () => Omit<ControlContext, 'instance' | 'onClose'>,
): FrontDoor {
  const allowed = new Set(hosts.map((host) => host.toLowerCase()))
  const ends = new Set<() => void>()
  let loaded: Promise<Api> | undefined

  async function load(): Promise<Api> {
    const { createControl } = await import('./control/control.js')
    return createControl({
      ...context(),
      instance: randomId(),
      onClose(end) {
        ends.add(end)
        return () => ends.delete(end)
      },
    })
  }

  return {
    api(request) {
      const path = request.target.replace(/[?#].*$/s, '')
      const isToControl = isControl(request, path)
      const refused = foreign(request, path, allowed)
      if (refused !== undefined) return refusal(refused, isToControl)
      if (!isToControl) return service(request)
      loaded ??= load()
      return loaded.then((control) => control(request))
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
function isControl(request: IncomingRequest, path: string): boolean {
  if (path.startsWith('/api/')) return false
  if (path === '/') return request.header('accept')?.includes('text/html') ?? false
  return pages.has(path) || /^\/(sim|playground)(\/|$)/.test(path)
}

/** In the form in which whoever was called says no. */
function refusal({ code, message }: Foreign, isToControl: boolean): OutgoingAnswer {
  return {
    status: 403,
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' },
    body: JSON.stringify(isToControl ? { error: { code, message } } : { result: 'error', msg: message, code }),
  }
}

const pages: ReadonlySet<string> = new Set(['/openapi.json', '/docs', '/docs.css'])
