import { FaultEditor } from '../faults/FaultEditor.js'
import { Affected, FaultPlan } from '../faults/PlanList.js'
import { Presets } from '../faults/Presets.js'

/** The faults and what they affected. */
export function Faults() {
  return (
    <div class="split in-two faults">
      <div class="stack">
        <FaultEditor />
        <Presets />
        <FaultPlan />
      </div>
      <Affected />
    </div>
  )
}
