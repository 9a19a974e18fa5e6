import { writtenShapes } from '../written.js'
import { readShape, type Shape } from './shape.js'

const read = new Map<string, Shape>()

/** The shape of an entity, by the name under which the contract exports its declaration; read when it is first needed. */
export function shapeNamed(name: string): Shape {
  const known = read.get(name)
  if (known !== undefined) return known
  const start = writtenShapes.indexOf(`\n${name} `) + name.length + 2
  if (start < name.length + 2) throw new RangeError(`No shape is called "${name}".`)
  const shape = readShape(writtenShapes.slice(start, writtenShapes.indexOf('\n', start)), shapeNamed)
  read.set(name, shape)
  return shape
}
