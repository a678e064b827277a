import { Suspense, useRef, useState, type ReactNode } from 'react'
import { lazyPart } from './load-part'

const PopoverBody = lazyPart('ticket', async () => (await import('./PopoverBody')).PopoverBody)

interface Props {
  readonly label: string
  /** What it belongs to, where several have one label. */
  readonly description?: string | undefined
  /** What stands on the button. */
  readonly sign: string
  readonly className?: string | undefined
  readonly popoverClassName?: string | undefined
  readonly children: ReactNode
}

/** A button that opens a small panel beside itself; what draws the panel is loaded with the first press. */
export function PressPopover({ label, description, sign, className, popoverClassName, children }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        title={description}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        // The second press of a double click is not a second wish.
        onClick={({ detail }) => (detail > 1 ? undefined : setOpen(!isOpen))}
      >
        <span aria-hidden="true">{sign}</span>
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <PopoverBody label={label} anchor={button} className={popoverClassName} onClose={() => setOpen(false)}>
            {children}
          </PopoverBody>
        </Suspense>
      ) : null}
    </>
  )
}
