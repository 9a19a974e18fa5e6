import { LongText } from '../ui/LongText.js'
import { differences } from './differences.js'

/** The differences between two JSON documents, with both values. */
export function DifferenceList({ before, after }: { before: unknown; after: unknown }) {
  const found = differences(before, after)
  if (found.length === 0) return <p class="quiet-text">No difference.</p>
  return (
    <dl class="differences code stack">
      {found.map((one) => (
        <div key={one.path} class={one.kind}>
          <dt>
            {one.path || 'all of it'} <span class="small quiet-text">{one.kind}</span>
          </dt>
          {'before' in one && (
            <dd class="before barred">
              <del>
                <LongText text={JSON.stringify(one.before)} />
              </del>
            </dd>
          )}
          {'after' in one && (
            <dd class="after barred">
              <ins>
                <LongText text={JSON.stringify(one.after)} />
              </ins>
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}
