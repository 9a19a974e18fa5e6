import { Bookmark, Trash2 } from 'lucide'
import type { Checkpoint } from '../../../simulator/memory/memory.js'
import { Button, IconButton, LineForm, Popup } from '../ui/index.js'
import { beforeGoingBack, checkpoints, forget, makeCheckpoint, reset, restore } from './checkpoints.js'
import { clock } from './clockState.js'
import { counted, readout } from './readout.js'

/** The checkpoints: saves them and goes back to them. */
export function CheckpointsPopup() {
  return (
    <Popup title="Checkpoints" icon={Bookmark} button={<span class="wordy">Checkpoints</span>}>
      {(close) => <Contents onLeave={close} />}
    </Popup>
  )
}

function Contents({ onLeave }: { onLeave(): void }) {
  const usual = `at ${readout(clock.value?.time ?? 0).time}`
  return (
    <>
      <LineForm
        label="Name of the checkpoint"
        placeholder={usual}
        maxLength={200}
        onLine={(name) => makeCheckpoint(name || usual)}
      >
        <Button type="submit" says="Save a checkpoint" class="main" />
      </LineForm>
      {checkpoints.value.length === 0 && (
        <p class="quiet-text">None yet. A checkpoint holds everything, including time and faults.</p>
      )}
      <ol class="lined">
        {checkpoints.value.toReversed().map((one) => (
          <Row key={one.name} checkpoint={one} onLeave={onLeave} />
        ))}
      </ol>
      <p>
        <Button says="Back to the start" onPress={() => reset().then(onLeave)} />
      </p>
    </>
  )
}

function Row({ checkpoint: { name, time, counts }, onLeave }: { checkpoint: Checkpoint; onLeave(): void }) {
  const at = readout(time)
  return (
    <li>
      <span class="grow">
        {name === beforeGoingBack ? <em>{name}</em> : <strong>{name}</strong>}
        <span class="small quiet-text">
          {at.day} {at.time} · {counted(counts.messages, 'message')} ·{' '}
          {counted(counts.users, 'person').replace('persons', 'people')} · {counted(counts.bots, 'bot')} ·{' '}
          {counted(counts.channels, 'channel')} · {counts.scheduledMessages} scheduled
        </span>
      </span>
      <Button says="Restore" aria-label={`Restore ${name}`} onPress={() => restore(name).then(onLeave)} />
      <IconButton label={`Forget ${name}`} title="Forget" icon={Trash2} onPress={() => forget(name)} />
    </li>
  )
}
