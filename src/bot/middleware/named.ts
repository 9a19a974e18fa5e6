/** Gives a middleware the name by which observers know it, whatever a bundler calls the function. */
export function named<Function extends object>(name: string, layer: Function): Function {
  return Object.defineProperty(layer, 'name', { value: name })
}
