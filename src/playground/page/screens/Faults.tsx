import { Editor } from '../faults/Editor.js'
import { Affected, Plan } from '../faults/PlanList.js'
import { Presets } from '../faults/Presets.js'

/** The faults and what they affected. */
export function Faults() {
  return (
    <div class="split in-two faults">
      <div class="stack">
        <Editor />
        <Presets />
        <Plan />
      </div>
      <Affected />
    </div>
  )
}
