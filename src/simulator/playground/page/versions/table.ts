import { computed, signal } from '@preact/signals'
import { attempt } from '../notices.js'
import { control } from '../simulator.js'
import { epochsOf, type LevelRow } from './epochs.js'

export const levelRows = signal<readonly LevelRow[]>([])
export const newestLevel = signal(0)
export const epochs = computed(() => epochsOf(levelRows.value))

/** Asks for the table of levels, which does not change while the simulator runs. */
export async function readLevels(): Promise<void> {
  if (levelRows.value.length > 0) return
  const answer = await attempt(() => control<{ levels: LevelRow[]; newest: number }>('GET', '/levels'))
  if (answer === undefined) return
  levelRows.value = answer.levels
  newestLevel.value = answer.newest
}
