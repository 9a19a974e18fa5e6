/** A matcher of a test framework, such as `expect.stringContaining('hi')`. */
export interface Matcher {
  asymmetricMatch(other: unknown): boolean
}

/** A text as it is, an expression that finds something in it, or a framework's matcher. */
export type ExpectedText = string | RegExp | Matcher

/** Some of the fields, each as it is or as something that fits. */
export type ExpectedFields<Fields> = { readonly [Name in keyof Fields]?: ExpectedValue<Fields[Name]> | undefined }

type ExpectedValue<Value> =
  | Matcher
  | (Value extends string ? Value | RegExp : Value extends object ? ExpectedFields<Value> : Value)

/** Whether something is as expected; of objects, whether the expected fields are. */
export function fits(actual: unknown, expected: unknown): boolean {
  if (isMatcher(expected)) return expected.asymmetricMatch(actual)
  if (expected instanceof RegExp) return typeof actual === 'string' && found(expected, actual)
  if (typeof expected !== 'object' || expected === null) return Object.is(actual, expected)
  if (typeof actual !== 'object' || actual === null) return false
  if (Array.isArray(expected)) {
    return (
      Array.isArray(actual) && actual.length === expected.length && expected.every((one, at) => fits(actual[at], one))
    )
  }
  return Object.entries(expected).every(([name, value]) => fits(Reflect.get(actual, name), value))
}

/** From the beginning each time, whatever the flags. */
const found = (expression: RegExp, text: string) => text.search(expression) !== -1

const isMatcher = (value: unknown): value is Matcher =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'asymmetricMatch') === 'function'

/** Something expected, in a failure's words. */
export function expectedText(expected: unknown): string {
  if (expected instanceof RegExp) return `something that has ${expected}`
  if (!isMatcher(expected)) return JSON.stringify(expected)
  const describe: unknown = Reflect.get(expected, 'toAsymmetricMatcher')
  return typeof describe === 'function' ? String(describe.call(expected)) : String(expected)
}
