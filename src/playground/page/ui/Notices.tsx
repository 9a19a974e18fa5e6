import { X } from 'lucide'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { dismiss, keepNotices, notices, releaseNotices } from '../notices.js'
import { Button, IconButton } from './Button.js'

/** The newest notice, which screen readers announce. It lies over dialogues too, and stays while it is looked at. */
export function Notices() {
  const box = useRef<HTMLDivElement>(null)
  // A problem comes back when what was done has been read.
  const value = notices.value.slice(-1)
  useLayoutEffect(() => {
    // What is shown last lies on top.
    box.current?.hidePopover()
    box.current?.showPopover()
  }, [value.at(-1)?.id])
  return (
    <div
      ref={box}
      popover="manual"
      class="notices"
      aria-live="polite"
      onPointerEnter={keepNotices}
      onPointerLeave={releaseNotices}
      onFocusIn={keepNotices}
      onFocusOut={releaseNotices}
    >
      {value.map(({ id, kind, text, undo }) => (
        <p key={id} class={`notice in-a-row ${kind}`}>
          <span class="grow">{text}</span>
          {undo && (
            <Button
              says="Undo"
              onPress={() => {
                dismiss(id)
                undo()
              }}
            />
          )}
          <IconButton label="Dismiss" icon={X} onPress={() => dismiss(id)} />
        </p>
      ))}
    </div>
  )
}
