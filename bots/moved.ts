import { UserError } from 'earshot'

/**
 * The items with one of them at another place, counted from 1.
 *
 * @throws {UserError} where there is no such place, or the item is there already.
 */
export function moved<Item>(items: readonly Item[], item: Item, place: number): Item[] {
  if (place < 1 || place > items.length) throw new UserError(`The places are 1 to ${items.length}.`)
  const order = items.toSpliced(items.indexOf(item), 1).toSpliced(place - 1, 0, item)
  if (order[items.indexOf(item)] === item) throw new UserError('It has that place already.')
  return order
}
