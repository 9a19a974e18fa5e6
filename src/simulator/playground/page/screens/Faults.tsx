import { Editor } from '../faults/Editor.js'
import { View } from '../views/View.js'

/** What is to go wrong, when and how often; and what has. */
export function Faults() {
  return (
    <div class="split faults">
      <div class="fault-left">
        <Editor />
        <View view="plan" id="" />
      </div>
      <View view="strikes" id="" />
    </div>
  )
}
