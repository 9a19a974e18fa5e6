import { computed, signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { choice, choose } from '../address.js'
import { level } from '../bar/live.js'
import { attempt } from '../notices.js'
import { control } from '../simulator.js'
import { Comparison } from '../versions/Comparison.js'
import type { LevelRow } from '../versions/changes.js'
import { epochAt, epochsOf } from '../versions/epochs.js'
import { LevelChanges } from '../versions/LevelChanges.js'
import { LevelPicker } from '../versions/LevelPicker.js'

/** What changes with the server's feature level, and what a bot would notice of it. */
export function Versions() {
  useEffect(() => void readLevels(), [])
  const now = level.value
  if (levelRows.value.length === 0 || now === undefined) return <p class="empty">Loading …</p>
  const asked = choice('level').value
  const chosen = /^\d+$/.test(asked) ? Math.min(newestLevel.value, Number(asked)) : now
  const at = epochAt(epochs.value, chosen)
  const against = choice('against').value
  // What is there now; where that is what is looked at, what was there before the change.
  const usual = chosen === now ? (epochs.value[at - 1]?.level ?? newestLevel.value) : now
  const other = /^\d+$/.test(against) ? Math.min(newestLevel.value, Number(against)) : usual
  const choosing = (to: number) => choose({ level: String(to) })
  return (
    <div class="versions">
      <LevelPicker epochs={epochs.value} newest={newestLevel.value} chosen={chosen} now={now} onChoose={choosing} />
      <div class="level-detail">
        <LevelChanges rows={levelRows.value} chosen={chosen} now={now} />
        <Comparison one={chosen} other={other} levels={epochs.value.map((one) => one.level)} />
      </div>
    </div>
  )
}

const levelRows = signal<readonly LevelRow[]>([])
const newestLevel = signal(0)
const epochs = computed(() => epochsOf(levelRows.value))

/** Asks for the table of levels, which does not change while the simulator runs. */
async function readLevels(): Promise<void> {
  if (levelRows.value.length > 0) return
  const answer = await attempt(() => control<{ levels: LevelRow[]; newest: number }>('GET', '/levels'))
  if (answer === undefined) return
  levelRows.value = answer.levels
  newestLevel.value = answer.newest
}
