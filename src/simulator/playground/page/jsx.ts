import { h as element, Fragment } from 'preact'
import { tracked } from './signals.js'

export { Fragment }

/** What JSX becomes in the page's script: `h(name, properties, ...children)` packs better than the newer way. */
export const h = (type: unknown, ...rest: unknown[]) =>
  (element as (...given: unknown[]) => unknown)(
    typeof type === 'function' && type !== Fragment ? tracked(type as never) : type,
    ...rest,
  )
