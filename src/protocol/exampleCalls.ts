import type { EndpointName, Params } from './endpoints/index.js'
import calls from './exampleCalls.json' with { type: 'json' }

type ExampleCalls = { readonly [Name in EndpointName]: { readonly as: string; readonly params: Params<Name> } }

/** A GIF of one pixel. */
function dot(): File {
  const bytes = atob('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7')
  return new File([Uint8Array.from(bytes, (one) => one.charCodeAt(0))], 'dot.gif', { type: 'image/gif' })
}

/** Created when read, since not every platform has `File`. */
const uploads: Pick<ExampleCalls, 'files.upload' | 'emoji.upload' | 'users.setOwnAvatar'> = {
  'files.upload': {
    as: 'hamlet',
    get params() {
      return { file: new File(['Rye'], 'rye.txt', { type: 'text/plain' }) }
    },
  },
  'emoji.upload': {
    as: 'hamlet',
    get params() {
      return { emoji_name: 'sourdough', file: dot() }
    },
  },
  'users.setOwnAvatar': {
    as: 'hamlet',
    get params() {
      return { file: dot() }
    },
  },
}

/**
 * For every endpoint, a call that succeeds in the simulator's bakery: who makes it, and its parameters. A few need another
 * call first, such as `messages.edit`, whose message 111 is the first one sent.
 */
export const exampleCalls = /* @__PURE__ */ withUploads()

/** A call, so that bundles for edge runtimes leave it out. */
function withUploads(): ExampleCalls {
  return { ...calls, ...uploads } as unknown as ExampleCalls
}
