import { useState } from 'react'
import { Button } from '../kit/Button'
import { useApp } from '../state/app-context'
import { firstUseIn, type FirstUse } from './first-use'
import styles from './FirstUseHint.module.css'

interface Props {
  readonly of: FirstUse
  readonly title: string
  readonly text: string
  /** On the button that puts it away for good. */
  readonly seen: string
}

/** Says something once in a browser. */
export function FirstUseHint({ of, title, text, seen }: Props) {
  const firstUse = firstUseIn(useApp().kept, of)
  const [isNew, setNew] = useState(() => firstUse.isNew())
  if (!isNew) return null
  return (
    <div className={styles['hint']} role="note">
      <p>
        <b>{title}</b> {text}
      </p>
      <Button
        onClick={() => {
          firstUse.seen()
          setNew(false)
        }}
      >
        {seen}
      </Button>
    </div>
  )
}
