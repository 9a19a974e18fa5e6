import { useAnswer } from '../inspector/asked.js'
import { quiet } from '../inspector/Detail.js'
import { control } from '../simulator.js'

interface Assumption {
  readonly id: string
  readonly spec: string
  readonly says: string
  readonly otherwise: string
  readonly option: string | null
}

/** What was assumed for an answer, where the spec leaves something open. */
export function AssumptionsTab({ names }: { names: readonly string[] }) {
  const listed = useAnswer('', () => control<{ assumptions: Assumption[] }>('GET', '/assumptions')).value
  if (names.length === 0) return quiet('Nothing: the spec says all of it.')
  const known = typeof listed === 'object' ? listed.assumptions : []
  return (
    <dl class="assumptions">
      {names.map((name) => {
        const one = known.find(({ id }) => id === name)
        return (
          <div key={name}>
            <dt>
              <code>{name}</code> {one && <span class="small quiet-text">spec {one.spec}</span>}
            </dt>
            {one && (
              <dd>
                {one.says}
                <span class="small quiet-text"> A real server might do otherwise: {one.otherwise}</span>
                {one.option && (
                  <span class="small quiet-text">
                    {' '}
                    Change it with <code>{one.option}</code>.
                  </span>
                )}
              </dd>
            )}
          </div>
        )
      })}
    </dl>
  )
}
