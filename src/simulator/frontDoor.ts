import type { Api } from './api/api.js'
import type { IncomingRequest } from './api/exchange.js'
import type { ControlOptions } from './control/control.js'
import { instanceId } from './random.js'

/** The service itself, and beside it the control API, which is loaded when it is called first. */
export interface FrontDoor {
  readonly api: Api
  /** Ends what is streamed. */
  close(): void
}

export function createFrontDoor(service: Api, context: () => Omit<ControlOptions, 'instance' | 'onClose'>): FrontDoor {
  const ends = new Set<() => void>()
  let loaded: Promise<Api> | undefined

  async function load(): Promise<Api> {
    const { createControl } = await import('./control/control.js')
    return createControl({
      ...context(),
      instance: instanceId(),
      onClose(end) {
        ends.add(end)
        return () => ends.delete(end)
      },
    })
  }

  return {
    api(request) {
      if (!isControl(request)) return service(request)
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
function isControl(request: IncomingRequest): boolean {
  const { target } = request
  if (target.startsWith('/api/')) return false
  const path = target.replace(/[?#].*$/s, '')
  if (path === '/') return request.header('accept')?.includes('text/html') ?? false
  return pages.has(path) || /^\/(sim|playground)(\/|$)/.test(path)
}

const pages: ReadonlySet<string> = new Set(['/openapi.json', '/docs', '/docs.css'])
