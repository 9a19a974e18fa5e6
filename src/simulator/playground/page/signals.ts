import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals-core'
import type { ComponentChildren, ComponentClass, FunctionComponent } from 'preact'
import { Hooked, useEffect, useMemo, useRef } from './hooks.js'

/**
 * Stands in the page's script for `@preact/signals`: the same signals, tied to components here. What the package does
 * besides, such as text that changes without its component, would make the page larger and is not used.
 */
export { batch, computed, effect, signal, untracked } from '@preact/signals-core'

export const useSignal = <Value>(value: Value): Signal<Value> => useMemo(() => signal(value), [])

export function useComputed<Value>(compute: () => Value): ReadonlySignal<Value> {
  const latest = useRef(compute)
  latest.current = compute
  return useMemo(() => computed(() => latest.current()), [])
}

export function useSignalEffect(run: () => undefined | (() => void)): void {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => effect(() => latest.current()), [])
}

/** The same component, drawn anew whenever a signal changes that it has read. */
export function tracked(draws: FunctionComponent): ComponentClass {
  const known = classes.get(draws)
  if (known !== undefined) return known
  class Tracked extends Hooked<object> {
    stop: (() => void) | undefined

    override componentWillUnmount() {
      this.stop?.()
      super.componentWillUnmount()
    }

    render() {
      this.stop?.()
      this.runLater()
      let shown: ComponentChildren
      let isDrawn = false
      this.stop = effect(() => {
        if (isDrawn) this.setState({})
        else shown = this.drawBy(() => draws(this.props) as ComponentChildren)
        isDrawn = true
      })
      return shown
    }
  }
  classes.set(draws, Tracked)
  return Tracked
}

const classes = new WeakMap<FunctionComponent, ComponentClass>()
