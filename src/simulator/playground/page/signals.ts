import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals-core'
import { Component, type ComponentChildren, type ComponentClass, type FunctionComponent } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'

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
  class Tracked extends Component {
    stop: (() => void) | undefined

    override componentWillUnmount() {
      this.stop?.()
    }

    render() {
      this.stop?.()
      let drawn: ComponentChildren
      let isDrawn = false
      this.stop = effect(() => {
        if (isDrawn) this.setState({})
        else drawn = draws(this.props) as ComponentChildren
        isDrawn = true
      })
      return drawn
    }
  }
  classes.set(draws, Tracked)
  return Tracked
}

const classes = new WeakMap<FunctionComponent, ComponentClass>()
