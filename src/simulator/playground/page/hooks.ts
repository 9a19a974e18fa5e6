import { Component, type ComponentChildren, type RefObject } from 'preact'

/** Stands in the page's script for `preact/hooks`: those of its hooks that the page uses, and no more. */

/** What a component keeps between two drawings, for one call of a hook. */
interface Slot {
  inputs?: readonly unknown[] | undefined
  value?: unknown
  /** Of an effect that is to be run. */
  run?: (() => unknown) | undefined
  /** What the effect that was run last has given back: where it is a function, it ends it. */
  cleanup?: unknown
}

let drawn: Hooked<unknown> | undefined
let at = 0
let ids = 0

/** A component that is drawn by a function, which may call hooks. */
export abstract class Hooked<Props> extends Component<Props> {
  readonly slots: Slot[] = []
  /** Effects that are due once the page has been changed, and those that wait until it has been shown. */
  now: Slot[] = []
  later: Slot[] = []

  protected drawBy(draw: () => ComponentChildren): ComponentChildren {
    drawn = this
    at = 0
    return draw()
  }

  override componentDidMount() {
    this.changed()
  }

  override componentDidUpdate() {
    this.changed()
  }

  override componentWillUnmount() {
    this.now = []
    this.later = []
    for (const slot of this.slots) end(slot)
  }

  private changed() {
    runAll(this.now.splice(0))
    if (this.later.length > 0) afterShowing(() => this.runLater())
  }

  /** Runs what still waits, before the component is drawn anew. */
  protected runLater() {
    runAll(this.later.splice(0))
  }
}

function runAll(slots: readonly Slot[]): void {
  for (const slot of slots) end(slot)
  for (const slot of slots) slot.cleanup = slot.run?.()
}

function end({ cleanup }: Slot): void {
  if (typeof cleanup === 'function') cleanup()
}

/** A page in the background is shown no frames. */
function afterShowing(work: () => void): void {
  setTimeout(work, 100)
  requestAnimationFrame(() => setTimeout(work))
}

function nextSlot(): Slot {
  const slots = drawn?.slots ?? []
  const slot = slots[at] ?? {}
  slots[at] = slot
  at += 1
  return slot
}

/** Whether a hook has something to do: its inputs are others than before, or it has none. */
function isNew(slot: Slot, inputs: readonly unknown[] | undefined): boolean {
  const before = slot.inputs
  slot.inputs = inputs
  return !before || !inputs || inputs.some((one, index) => one !== before[index])
}

export function useMemo<Value>(make: () => Value, inputs: readonly unknown[]): Value {
  const slot = nextSlot()
  if (isNew(slot, inputs)) slot.value = make()
  return slot.value as Value
}

export const useRef = <Value>(value: Value): RefObject<Value> => useMemo(() => ({ current: value }), [])

export const useId = (): string =>
  useMemo(() => {
    ids += 1
    return `id${ids}`
  }, [])

export function useLayoutEffect(run: () => unknown, inputs?: readonly unknown[]): void {
  const slot = nextSlot()
  slot.run = run
  if (isNew(slot, inputs)) drawn?.now.push(slot)
}

export function useEffect(run: () => unknown, inputs?: readonly unknown[]): void {
  const slot = nextSlot()
  slot.run = run
  if (isNew(slot, inputs)) drawn?.later.push(slot)
}
