import type { ComponentProps } from 'react'
import { useNoSending } from '../state/no-sending'
import { Button } from './Button'

/** A button that asks something of the exchange at once: it is disabled, and says why, where nothing can be sent. */
export function ActionButton({ disabled = false, title, ...rest }: ComponentProps<typeof Button>) {
  const reason = useNoSending()
  return <Button {...rest} title={reason ?? title} disabled={disabled || reason !== null} />
}
