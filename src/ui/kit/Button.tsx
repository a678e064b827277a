import type { ComponentProps } from 'react'
import styles from './Button.module.css'

interface Props extends ComponentProps<'button'> {
  readonly tone?: 'quiet' | 'plain' | 'long' | 'short' | 'accent'
  readonly size?: 'row' | 'field' | 'large'
}

/** A button; `quiet` is text only, `row` fits a table line. */
export function Button({ tone = 'plain', size = 'field', className, type = 'button', ...rest }: Props) {
  return (
    <button
      // oxlint-disable-next-line react/button-has-type -- the default above is 'button'
      type={type}
      data-tone={tone}
      data-size={size}
      className={className === undefined ? styles['button'] : `${styles['button']} ${className}`}
      {...rest}
    />
  )
}
