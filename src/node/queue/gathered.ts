/**
 * Makes one call of all that is asked for in the same turn of the event loop, at most so many, since it is the way there
 * and back that costs. What fails fails for all of them.
 */
export function gathered<Item, Result>(
  most: number,
  send: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = []

  return (item) =>
    new Promise<Result>((resolve, reject) => {
      if (waiting.length === 0) setImmediate(sendAll)
      waiting.push({ item, resolve, reject })
    })

  function sendAll(): void {
    const all = waiting
    waiting = []
    for (let at = 0; at < all.length; at += most) void sendSome(all.slice(at, at + most))
  }

  async function sendSome(some: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await send(some.map(({ item }) => item))
      for (const [index, { resolve }] of some.entries()) resolve(results[index] as Result)
    } catch (error) {
      for (const { reject } of some) reject(error)
    }
  }
}

interface Waiting<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}
