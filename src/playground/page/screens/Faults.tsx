import { Editor } from '../faults/Editor.js'
import { Affected, Plan } from '../faults/PlanList.js'
import { Presets } from '../faults/Presets.js'

/** What is to go wrong, when and how often; and what has. */
export function Faults() {
  return (
    <div class="split faults">
      <div class="stack">
        <Editor />
        <Presets />
        <Plan />
      </div>
      <Affected />
    </div>
  )
}
