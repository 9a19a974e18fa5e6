import { useSignal } from '@preact/signals'
import type { IconNode } from 'lucide'
import type { ButtonHTMLAttributes, ComponentChildren, TargetedMouseEvent } from 'preact'
import { attempt } from '../notices.js'
import { Icon } from './Icon.js'

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly says?: ComponentChildren
  readonly icon?: IconNode | undefined
  /** The key that does the same. */
  readonly shortcut?: string
  onPress?(event: TargetedMouseEvent<HTMLButtonElement>): unknown
}

/** A button. If its action takes time, presses are ignored meanwhile, and an error becomes a notice. */
export function Button({ says, icon, shortcut, onPress, children, ...attributes }: ButtonProps) {
  const isBusy = useSignal(false)
  const press = async (event: TargetedMouseEvent<HTMLButtonElement>) => {
    if (isBusy.value) return
    const done = onPress?.(event)
    if (!(done instanceof Promise)) return
    isBusy.value = true
    await attempt(() => done)
    isBusy.value = false
  }
  // Not `disabled`, which would take the focus away.
  return (
    <button type="button" aria-disabled={isBusy.value || undefined} {...attributes} onClick={press}>
      {icon && <Icon of={icon} />}
      {says}
      {children}
      {shortcut && [' ', <kbd key="shortcut">{shortcut}</kbd>]}
    </button>
  )
}

export interface IconButtonProps extends ButtonProps {
  readonly label: string
  readonly icon: IconNode
  readonly class?: string
}

/** A button that is an icon. */
export function IconButton({ label, class: name = '', ...others }: IconButtonProps) {
  return <Button class={`tool quiet ${name}`} aria-label={label} title={label} {...others} />
}
