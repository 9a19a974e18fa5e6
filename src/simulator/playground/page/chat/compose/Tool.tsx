import type { ButtonHTMLAttributes, Ref } from 'preact'
import { Icon, type IconName } from './Icon.js'

interface ToolProps
  extends Pick<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-pressed' | 'aria-haspopup' | 'tabIndex'> {
  readonly icon: IconName
  /** What it does, for those who see no more of it than the picture. */
  readonly says: string
  /** The key that does it too. */
  readonly hint?: string
  readonly ofButton?: Ref<HTMLButtonElement>
  onClick(): void
}

/** A button that is a picture. */
export function Tool({ icon, says, hint = '', ofButton, ...attributes }: ToolProps) {
  return (
    <button
      {...attributes}
      {...(ofButton && { ref: ofButton })}
      type="button"
      class="quiet tool"
      aria-label={says}
      title={says + hint}
    >
      <Icon name={icon} />
    </button>
  )
}
