import { dismiss, notices } from '../notices.js'

/** Notices, which screen readers announce. */
export function Notices() {
  return (
    <div class="notices" aria-live="polite">
      <div>
        {notices.value.map(({ id, kind, text, undo }) => (
          <p key={id} class={`notice in-a-row ${kind}`}>
            <span class="grow">{text}</span>
            {undo && (
              <button
                type="button"
                onClick={() => {
                  dismiss(id)
                  undo()
                }}
              >
                Undo
              </button>
            )}
            <button type="button" aria-label="Dismiss" onClick={() => dismiss(id)}>
              ×
            </button>
          </p>
        ))}
      </div>
    </div>
  )
}
