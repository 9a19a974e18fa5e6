/** A promise, and what resolves it. */
export interface Signal {
  readonly promise: Promise<void>
  note(): void
}

export function signalOnce(): Signal {
  let note = () => {}
  const promise = new Promise<void>((resolve) => {
    note = resolve
  })
  return { promise, note }
}
