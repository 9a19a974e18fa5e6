import { writtenShapes } from '../written.js'
import { readShape, type Shape } from './shape.js'

const read = new Map<string, Shape>()

/** The shape of an entity, by the name under which the contract exports its declaration; read when it is first needed. */
export function shapeNamed(name: string): Shape {
  const shape = find(name)
  if (shape === undefined) throw new RangeError(`No shape is called "${name}".`)
  return shape
}

/** The shape of what a refusal with this code carries besides; undefined for a code with nothing declared. */
export function extraShape(code: string): Shape | undefined {
  // The code is the server's own word, which may be anything.
  return /^\w+$/.test(code) ? find(`+${code}`) : undefined
}

function find(name: string): Shape | undefined {
  const known = read.get(name)
  if (known !== undefined) return known
  const start = writtenShapes.indexOf(`\n${name} `)
  if (start < 0) return undefined
  const end = writtenShapes.indexOf('\n', start + 1)
  const shape = readShape(writtenShapes.slice(start + name.length + 2, end), shapeNamed)
  read.set(name, shape)
  return shape
}
