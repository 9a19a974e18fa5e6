import { useEffect, useRef } from 'preact/hooks'
import { choice, choose } from '../address.js'
import { level } from '../bar/live.js'
import { Comparison } from '../versions/Comparison.js'
import { type Epoch, epochAt } from '../versions/epochs.js'
import { LevelPicker } from '../versions/LevelPicker.js'
import { MatrixFile, matrixRun } from '../versions/MatrixFile.js'
import { resultAt } from '../versions/matrix.js'
import { epochs, levelRows, newestLevel, readLevels } from '../versions/table.js'
import { View } from '../views/View.js'

/** What changes with the server's feature level, and what a bot would notice of it. */
export function Versions() {
  useEffect(() => void readLevels(), [])
  const now = level.value
  if (levelRows.value.length === 0 || now === undefined) return <p class="empty">Reading …</p>
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
      <nav class="level-list" aria-label="Levels at which something changes">
        <ol>
          {epochs.value.map((one, index) => (
            <Stop
              key={one.level}
              epoch={one}
              isChosen={index === at}
              isNow={index === epochAt(epochs.value, now)}
              onChoose={choosing}
            />
          ))}
        </ol>
      </nav>
      <div class="level-detail">
        <View view="level" id={String(chosen)} />
        <MatrixFile />
        <Comparison one={chosen} other={other} levels={epochs.value.map((one) => one.level)} />
      </div>
    </div>
  )
}

function Stop({
  epoch: { level: number, rows },
  isChosen,
  isNow,
  onChoose,
}: {
  epoch: Epoch
  isChosen: boolean
  isNow: boolean
  onChoose(level: number): void
}) {
  const result = resultAt(matrixRun.value, number)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isChosen) button.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  return (
    <li>
      <button
        ref={button}
        type="button"
        class="quiet"
        aria-current={isChosen ? 'true' : undefined}
        onClick={() => onChoose(number)}
      >
        <strong>
          <span class="unseen">Level </span>
          {number}
        </strong>
        <span class="small quiet-text">{rows.map(({ id }) => id).join(', ') || 'the beginning'}</span>
        {result !== undefined && (
          <span class={`chip ${result.works ? 'good' : 'bad'}`} title={result.why}>
            {result.works ? 'works' : 'breaks'}
          </span>
        )}
        {isNow && <span class="chip good">this server</span>}
      </button>
    </li>
  )
}
