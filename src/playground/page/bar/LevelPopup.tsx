import { useAnswer } from '../inspector/requests.js'
import { control } from '../simulator.js'
import { LineForm } from '../ui/LineForm.js'
import { Popup } from '../ui/Popup.js'
import { level } from './live.js'
import { setLevel } from './moves.js'

/** The server's feature level: the simulator can be any version. */
export function LevelPopup() {
  return (
    <Popup title="Feature level" button={`level ${level.value ?? '…'}`}>
      {() => <Contents />}
    </Popup>
  )
}

function Contents() {
  const known = useAnswer('', () => control<{ newest: number }>('GET', '/levels')).value
  return (
    <LineForm
      label="Level"
      placeholder={typeof known === 'object' ? `0 to ${known.newest}` : ''}
      inputMode="numeric"
      onLine={(typed) => /^\d+$/.test(typed) && setLevel(Number(typed))}
    >
      <button type="submit" class="main">
        Change the level
      </button>
    </LineForm>
  )
}
