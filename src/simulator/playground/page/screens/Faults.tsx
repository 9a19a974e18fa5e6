import { Editor } from '../faults/Editor.js'
import { PlanList } from '../faults/PlanList.js'
import { Strikes } from '../faults/Strikes.js'

/** What is to go wrong, when and how often; and what has. */
export function Faults() {
  return (
    <div class="split faults">
      <div class="fault-left">
        <Editor />
        <PlanList />
      </div>
      <Strikes />
    </div>
  )
}
