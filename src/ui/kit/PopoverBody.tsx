import { Popover, PopoverProvider } from '@ariakit/react'
import type { ReactNode, RefObject } from 'react'
import styles from './PopoverBody.module.css'

interface Props {
  readonly label: string
  readonly anchor: RefObject<HTMLButtonElement | null>
  readonly className?: string | undefined
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A small panel beside its button: Escape and a press outside close it, and the focus goes back to the button. */
export function PopoverBody({ label, anchor, className, onClose, children }: Props) {
  return (
    <PopoverProvider open setOpen={(isOpen) => (isOpen ? undefined : onClose())} placement="bottom-end">
      <Popover
        // In the sheet of a phone, a modal dialog, everything outside is inert: it stands where its button does.
        portal={false}
        fixed
        gutter={6}
        aria-label={label}
        className={`${styles['panel']} ${className ?? ''}`}
        getAnchorRect={() => anchor.current?.getBoundingClientRect() ?? null}
        finalFocus={anchor}
        hideOnEscape={(event) => {
          // The dialog around it stays open: the key was meant for this panel.
          event.preventDefault()
          return true
        }}
        hideOnInteractOutside={(event) => !(event.target instanceof Node && anchor.current?.contains(event.target))}
      >
        {children}
      </Popover>
    </PopoverProvider>
  )
}
