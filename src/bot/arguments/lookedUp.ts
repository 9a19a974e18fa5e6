/** Asks when it is first called, and has the answer ready from then on. A failure is no answer: the next call asks again. */
export function lookedUp<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let asked: Promise<Answer> | undefined
  return () => {
    if (asked) return asked
    const asking = ask()
    asked = asking
    asking.catch(() => {
      asked = undefined
    })
    return asking
  }
}
