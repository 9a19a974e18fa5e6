import type { WireKind } from '../wireKind.js'
import type { Shape } from './shape.js'

/** How a parameter of this shape is written: what `wireKind` says of the declaration that it comes from. */
export function wireKindOf(shape: Shape): WireKind {
  switch (shape.kind) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'catch':
      return wireKindOf(shape.of)
    case 'union': {
      const [kind = 'json', another] = new Set(shape.options.map(wireKindOf))
      return another === undefined ? kind : 'either'
    }
    case 'string':
      return shape.isQuoted ? 'json' : 'text'
    case 'value':
      return typeof shape.values[0] === 'string' ? 'text' : 'json'
    case 'file':
      return 'file'
    default:
      return 'json'
  }
}
