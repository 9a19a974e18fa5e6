export { Button, IconButton } from './Button.js'
export { Code, colour, indented, useCodeMirror } from './Code.js'
export { Dialog } from './Dialog.js'
export { Editor } from './Editor.js'
export { Dot, Icon } from './Icon.js'
export { LineForm } from './LineForm.js'
export { LongText } from './LongText.js'
export { MenuButton, type MenuItem } from './Menu.js'
export { moveFocus } from './moveFocus.js'
export { Notices } from './Notices.js'
export { Popover } from './Popover.js'
export { Popup } from './Popup.js'
export {
  Checkbox,
  Copyable,
  chip,
  ErrorText,
  type Fact,
  Facts,
  Loading,
  marks,
  nameWithChips,
  Secret,
  submitting,
  TimeText,
} from './parts.js'
export { type Column, RowList } from './RowList.js'
export { SearchField } from './SearchField.js'
export { type Options, Select } from './Select.js'
export { ShortcutSheet, shownKey } from './ShortcutSheet.js'
export { type Tab, Tabs } from './Tabs.js'
