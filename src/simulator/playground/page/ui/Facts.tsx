import type { ComponentChildren } from 'preact'

export type FactList = readonly (readonly [string, ComponentChildren] | undefined)[]

/** Names with what they stand for. */
export function Facts({ facts, kind = '' }: { facts: FactList; kind?: string | undefined }) {
  return (
    <dl class={`facts ${kind}`}>
      {facts.map(
        (fact) =>
          fact && (
            <div key={fact[0]}>
              <dt>{fact[0]}</dt>
              <dd>{fact[1]}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
