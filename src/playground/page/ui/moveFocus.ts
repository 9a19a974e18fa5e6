/**
 * Moves the focus to the element that a key leads to, and returns its index. `stepsOf` has the index for each key, by that
 * of the element with the focus. Other keys, those with a modifier, and indexes that don't exist do nothing.
 */
export function moveFocus(
  event: KeyboardEvent,
  all: readonly HTMLElement[],
  stepsOf: (at: number) => Readonly<Record<string, number | undefined>>,
): number | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined
  const index = stepsOf(all.findIndex((one) => one.contains(document.activeElement)))[event.key] ?? -1
  const to = all[index]
  if (to === undefined) return undefined
  event.preventDefault()
  event.stopPropagation()
  to.focus()
  return index
}
