import { useSignal } from '@preact/signals'
import type { IconNode } from 'lucide'
import type { ComponentChildren } from 'preact'
import { Button } from './Button.js'
import { Popover } from './Popover.js'

export interface PopupProps {
  readonly title: string
  readonly button: ComponentChildren
  readonly icon?: IconNode
  readonly tone?: 'quiet' | 'armed' | ''
  children(close: () => void): ComponentChildren
}

/** A button with a popover. */
export function Popup({ title, button, icon, tone = 'quiet', children }: PopupProps) {
  const beside = useSignal<HTMLElement | undefined>(undefined)
  const close = () => (beside.value = undefined)
  return (
    <>
      <Button
        says={button}
        icon={icon}
        class={tone}
        aria-haspopup="dialog"
        aria-expanded={beside.value !== undefined}
        onPress={({ currentTarget }) => (beside.value = beside.value ? undefined : currentTarget)}
      />
      {beside.value && (
        <Popover label={title} beside={beside.value} class="popup-of-button" onClose={close}>
          <div class="stack">
            <h2>{title}</h2>
            {children(close)}
          </div>
        </Popover>
      )}
    </>
  )
}
