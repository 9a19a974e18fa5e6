import { signal } from '@preact/signals'
import { attempt } from '../notices.js'
import { type MatrixRun, readMatrix } from './matrix.js'

/** The result that was chosen last. */
export const matrixRun = signal<MatrixRun | undefined>(undefined)

/** Where the result of `earshot matrix --json` is chosen, so that the levels show where a bot works. */
export function MatrixFile() {
  const choose = async (input: HTMLInputElement) => {
    const [file] = input.files ?? []
    if (file === undefined) return
    const run = await attempt(async () => readMatrix(await file.text()))
    if (run !== undefined) matrixRun.value = run
    input.value = ''
  }
  const { value } = matrixRun
  return (
    <div class="matrix-file small">
      {value !== undefined && (
        <p>
          {value.worksFrom === undefined
            ? 'It breaks at the newest level.'
            : `It works from level ${value.worksFrom} on.`}
        </p>
      )}
      <label>
        <span class="quiet-text">A result of earshot matrix --json: </span>
        <input
          type="file"
          accept=".json,application/json"
          onChange={({ currentTarget }) => void choose(currentTarget)}
        />
      </label>
    </div>
  )
}
