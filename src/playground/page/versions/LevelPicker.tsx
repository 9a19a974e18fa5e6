import { setLevel } from '../bar/moves.js'
import { LineForm } from '../ui/LineForm.js'
import { type Epoch, epochAt } from './epochs.js'

/** The slider over the levels at which something changes, and a field for any other. */
export function LevelPicker({
  epochs,
  newest,
  chosen,
  now,
  onChoose,
}: {
  epochs: readonly Epoch[]
  newest: number
  chosen: number
  /** The server's level. */
  now: number
  onChoose(level: number): void
}) {
  const at = epochAt(epochs, chosen)
  const last = epochs.length - 1
  const step = (by: number) => {
    const epoch = epochs[Math.max(0, Math.min(last, at + by))]
    if (epoch !== undefined) onChoose(epoch.level)
  }
  const count = epochs[at]?.rows.length ?? 0
  return (
    <div class="level-picker">
      <p>
        <strong class="level-number">Level {chosen}</strong>{' '}
        {chosen === now ? (
          <span class="chip good">this server</span>
        ) : (
          <span class="quiet-text">this server is at {now}</span>
        )}
      </p>
      <div class="level-slider">
        <button type="button" aria-label="The change before" disabled={at === 0} onClick={() => step(-1)}>
          ‹
        </button>
        <input
          type="range"
          aria-label="Feature level"
          min={0}
          max={last}
          step={1}
          list="level-stops"
          value={at}
          aria-valuetext={`Level ${epochs[at]?.level ?? 0}, ${count} ${count === 1 ? 'change' : 'changes'}`}
          onInput={({ currentTarget }) => onChoose(epochs[Number(currentTarget.value)]?.level ?? 0)}
        />
        <datalist id="level-stops">
          {epochs.map(({ level }, index) => (
            <option key={level} value={index} label={String(level)} />
          ))}
        </datalist>
        <button type="button" aria-label="The change after" disabled={at === last} onClick={() => step(1)}>
          ›
        </button>
      </div>
      <div class="in-a-row">
        <LineForm
          label={`Any level from 0 to ${newest}`}
          placeholder={`0 to ${newest}`}
          size={8}
          inputMode="numeric"
          onLine={(typed) => {
            if (/^\d+$/.test(typed)) onChoose(Math.min(newest, Number(typed)))
            return true
          }}
        />
        <button type="button" class="main" disabled={chosen === now} onClick={() => void setLevel(chosen)}>
          {chosen === now
            ? 'Already at this level'
            : chosen < now
              ? `Take it back to ${chosen}`
              : `Upgrade it to ${chosen}`}
        </button>
      </div>
    </div>
  )
}
