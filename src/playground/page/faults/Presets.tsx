import type { Preset } from '../../../simulator/faults/presets.js'
import { choice, choose } from '../address.js'
import { useAnswer } from '../liveAnswers.js'
import { organisation } from '../organisation.js'
import { control } from '../simulator.js'
import { Button, Select } from '../ui/index.js'
import { arm } from './plan.js'

const aim = choice('bot')

/** Preset faults for one bot, each armed by a click. */
export function Presets() {
  const bots = organisation.value.bots.filter(({ token, is_active }) => token !== null && is_active)
  const bot = aim.value === 'any' ? undefined : (bots.find(({ email }) => email === aim.value) ?? bots[0])
  const query = bot ? `?${new URLSearchParams({ bot: bot.full_name })}` : ''
  const ask = () => control<{ presets: readonly Preset[] }>('GET', `/faults/presets${query}`)
  const presets = useAnswer(query, ask, { keeps: true })?.value?.presets ?? []
  return (
    <section class="stack" aria-label="Worth a try">
      <Select
        label="Aimed at"
        options={[...bots.map(({ email, full_name }) => [email, full_name] as const), ['any', 'any bot']]}
        chosen={bot?.email ?? 'any'}
        onChoose={(email) => choose({ bot: email })}
      />
      <div class="presets">
        {[...Map.groupBy(presets, ({ group }) => group)].map(([group, those]) => (
          // biome-ignore lint/a11y/useSemanticElements: a legend can't be laid out inside the card.
          <div key={group} role="group" aria-label={group} class="card stack">
            <h2 class="small quiet-text">{group}</h2>
            <div class="buttons">
              {those.map(({ title, sentence }) => (
                <Button key={title} says={title} title={sentence} onPress={() => arm(sentence)} />
              ))}
            </div>
          </div>
        ))}
      </div>
    </section>
  )
}
