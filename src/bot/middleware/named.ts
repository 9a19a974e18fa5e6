/** Sets the name that observers see, since a bundler may rename the function. */
export function named<Function extends object>(name: string, layer: Function): Function {
  return Object.defineProperty(layer, 'name', { value: name })
}
