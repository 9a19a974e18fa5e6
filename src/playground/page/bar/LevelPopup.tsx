import { useAnswer } from '../inspector/requests.js'
import { control } from '../simulator.js'
import { LineForm } from '../ui/LineForm.js'
import { Popup } from '../ui/Popup.js'
import { Press } from '../ui/parts.js'
import { level } from './live.js'
import { setLevel } from './moves.js'

/** The server's feature level, and on demand what changes with it: the simulator can be any version. */
export function LevelPopup() {
  return (
    <Popup title="Feature level" button={`level ${level.value ?? '…'}`}>
      {() => <Contents />}
    </Popup>
  )
}

interface Levels {
  readonly levels: readonly { readonly id: string; readonly level: number; readonly change: string }[]
  readonly newest: number
}

function Contents() {
  const answer = useAnswer('', () => control<Levels>('GET', '/levels')).value
  if (typeof answer !== 'object') return <p class="quiet-text">{answer ?? 'Loading …'}</p>
  const { levels, newest } = answer
  const changes = [...Map.groupBy(levels, ({ level: at }) => at)].sort(([one], [other]) => other - one)
  return (
    <>
      <LineForm
        label="Level"
        placeholder={`0 to ${newest}`}
        inputMode="numeric"
        onLine={(typed) => /^\d+$/.test(typed) && setLevel(Number(typed))}
      >
        <button type="submit" class="main">
          Make it this version
        </button>
      </LineForm>
      <ol class="lined" aria-label="What changes">
        {changes.map(([at, rows]) => (
          <li key={at} aria-current={at === level.value}>
            <Press label={`Go to level ${at}`} onPress={() => setLevel(at)}>
              {at}
            </Press>
            <span class="grow">
              {rows.map(({ id, change }) => (
                <span key={id} class="small">
                  {change.replaceAll('`', '')}
                </span>
              ))}
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}
