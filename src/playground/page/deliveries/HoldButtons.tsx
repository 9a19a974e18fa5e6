import { attempt, tell } from '../notices.js'
import { organisation } from '../organisation.js'
import { useShortcuts } from '../shortcuts.js'
import { control } from '../simulator.js'
import { Checkbox, Popup } from '../ui/index.js'
import { holds, setHolds } from './holds.js'

/** Holds back the deliveries of one bot or all, and releases them. */
export function HoldButtons() {
  const says = 'Hold all deliveries, or release them'
  const run = () => void setHeld(!holds.value.includes('all'))
  useShortcuts([{ key: 'h', says, group: 'Deliveries', run }])
  const bots = organisation.value.bots.filter(({ type }) => type === 'outgoing webhook')
  const held = holds.value.includes('all') ? 'all' : holds.value.join(', ')
  return (
    <Popup title="Hold back deliveries to" tone={held ? 'armed' : ''} button={held ? `Holding ${held}` : 'Hold'}>
      {() => (
        <>
          <Checkbox label="every bot" isOn={holds.value.includes('all')} onChange={(isOn) => setHeld(isOn)} />
          {bots.map(({ user_id, full_name }) => (
            <Checkbox
              key={user_id}
              label={<bdi>{full_name}</bdi>}
              isOn={holds.value.includes(full_name)}
              onChange={(isOn) => setHeld(isOn, user_id)}
            />
          ))}
        </>
      )}
    </Popup>
  )
}

async function setHeld(isHeld: boolean, bot?: number): Promise<void> {
  await attempt(async () => {
    const path = isHeld ? '/deliveries/hold' : '/deliveries/let-go'
    setHolds(await control('POST', path, bot === undefined ? {} : { bot }))
    tell('done', isHeld ? 'New deliveries are held back.' : 'Held deliveries were released.')
  })
}
