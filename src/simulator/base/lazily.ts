/** A function that makes a value when it is first called, and then returns that value. */
export function lazily<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => (made ??= make())
}
