import { useEffect, useState } from 'react'
import { useTranslation } from '../i18n/use-translation'
import { readRelease, type Release } from './read-release'
import styles from './UpdatePrompt.module.css'

/** Longer lists are for the changelog itself. */
const SHOWN_MAX = 12

/** Names the version that waits, and what it brings: the newest lines of the changelog, last written first. */
export default function WhatChanges() {
  const { t } = useTranslation('market')
  const [release, setRelease] = useState<Release | null>(null)
  useEffect(() => {
    let isGone = false
    void readRelease(__HALYARD_BUILD__, __HALYARD_CHANGES__).then((read) => {
      if (!isGone) setRelease(read)
    })
    return () => {
      isGone = true
    }
  }, [])
  if (release === null) return null
  const { version, build, changes } = release
  if (changes.length === 0) return <p className={styles['changes']}>{t('update.unchanged', { version, build })}</p>
  const shown = changes.toReversed().slice(0, SHOWN_MAX)
  const more = changes.length - shown.length
  return (
    <details className={styles['changes']}>
      <summary>{t('update.changes', { version, build, count: changes.length })}</summary>
      <ul lang="en" dir="ltr">
        {shown.map((text) => (
          <li key={text}>{text.replaceAll('`', '')}</li>
        ))}
      </ul>
      {more > 0 && <p>{t('update.moreChanges', { count: more })}</p>}
    </details>
  )
}
