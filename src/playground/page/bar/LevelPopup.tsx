import { Check, Server } from 'lucide'
import { useAnswer } from '../liveAnswers.js'
import { control } from '../simulator.js'
import { Button, Icon, LineForm, Popup } from '../ui/index.js'
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
  const { releases = [], newest } = useAnswer('', () => control<Levels>('GET', '/levels'))?.value ?? {}
  const now = level.value?.featureLevel
  return (
    <>
      <div class="menu">
        {releases.toReversed().map((one) => (
          <Button
            key={one.version}
            class="quiet"
            aria-pressed={one.level === now}
            onPress={() => setLevel(one.level).then(onChosen)}
          >
            <span class="grow">{one.version}</span>
            <span class="small quiet-text">level {one.level}</span>
            {one.level === now && <Icon of={Check} />}
          </Button>
        ))}
      </div>
      <LineForm
        label="Feature level"
        placeholder={newest === undefined ? '' : `Any level, 0 to ${newest}`}
        inputMode="numeric"
        onLine={(typed) => /^\d+$/.test(typed) && setLevel(Number(typed))}
      >
        <Button type="submit" says="Change" />
      </LineForm>
    </>
  )
}
