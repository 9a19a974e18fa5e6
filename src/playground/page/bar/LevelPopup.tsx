import { Check, Server } from 'lucide'
import { useAnswer } from '../inspector/requests.js'
import { control } from '../simulator.js'
import { Icon, LineForm, Popup } from '../ui/index.js'
import { level } from './clockState.js'
import { setLevel } from './moves.js'

interface Levels {
  readonly releases: readonly { readonly version: string; readonly level: number }[]
  readonly newest: number
}

/** The server's version: the simulator can be any. */
export function LevelPopup() {
  const now = level.value
  return (
    <Popup
      title="Version of the server"
      icon={Server}
      button={
        <span class="wordy" title={`Feature level ${now?.featureLevel}`}>
          Server {now?.version ?? '…'}
        </span>
      }
    >
      {(close) => <Contents onChosen={close} />}
    </Popup>
  )
}

function Contents({ onChosen }: { onChosen(): void }) {
  const known = useAnswer('', () => control<Levels>('GET', '/levels')).value
  const { releases, newest } = typeof known === 'object' ? known : { releases: [], newest: undefined }
  const now = level.value?.featureLevel
  return (
    <>
      <div class="menu">
        {releases.toReversed().map((one) => (
          <button
            key={one.version}
            type="button"
            class="quiet"
            aria-pressed={one.level === now}
            onClick={() => void setLevel(one.level).then(onChosen)}
          >
            <span class="grow">{one.version}</span>
            <span class="small quiet-text">level {one.level}</span>
            {one.level === now && <Icon of={Check} />}
          </button>
        ))}
      </div>
      <LineForm
        label="Feature level"
        placeholder={newest === undefined ? '' : `Any level, 0 to ${newest}`}
        inputMode="numeric"
        onLine={(typed) => /^\d+$/.test(typed) && setLevel(Number(typed))}
      >
        <button type="submit">Change</button>
      </LineForm>
    </>
  )
}
