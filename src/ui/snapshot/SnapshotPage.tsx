import { useEffect, useState } from 'react'
import { pageTitle } from '../kit/installed'
import { useTranslation } from '../i18n/use-translation'
import { Button } from '../kit/Button'
import { downloadBlob } from '../kit/download-blob'
import { useApp } from '../state/app-context'
import { askSnapshot, canCopyPictures, copyPicture, snapshotFile, type Snapshot } from '../state/snapshot-hand-over'
import styles from './SnapshotPage.module.css'

interface Shown {
  readonly snapshot: Snapshot
  /** Of the picture. */
  readonly url: string
}

/** A picture of a chart on a page of its own (spec §2). It comes from the tab that took it. */
export function SnapshotPage() {
  const { t, i18n } = useTranslation('snapshot')
  const { notices } = useApp()
  const [id] = useState(() => location.hash.slice(1))
  const [shown, setShown] = useState<Shown | null | undefined>(undefined)
  useEffect(() => {
    let url: string | null = null
    let isGone = false
    void askSnapshot(id).then((snapshot) => {
      if (isGone) return
      url = snapshot === null ? null : URL.createObjectURL(snapshot.picture)
      setShown(snapshot === null || url === null ? null : { snapshot, url })
    })
    return () => {
      isGone = true
      if (url !== null) URL.revokeObjectURL(url)
    }
  }, [id])
  const title = shown == null ? t('title') : `${shown.snapshot.symbol} ${shown.snapshot.interval} · ${t('title')}`
  useEffect(() => {
    document.title = pageTitle(title)
  }, [title])
  if (shown === undefined) return null
  if (shown === null)
    return (
      <main>
        <p className={styles['gone']}>{t('gone')}</p>
      </main>
    )
  const { snapshot, url } = shown
  const { symbol, interval, takenAtMs, picture } = snapshot
  const time = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' })
  const words = t('of', { symbol, interval, time: time.format(takenAtMs) })
  const copy = async (): Promise<void> => {
    notices.say((await copyPicture(picture)) ? 'pictureCopied' : 'pictureNotCopied')
  }
  return (
    <main>
      <figure className={styles['figure']}>
        <figcaption className={styles['caption']}>
          <span>{words}</span>
          <span className={styles['buttons']}>
            {canCopyPictures ? <Button onClick={() => void copy()}>{t('copy')}</Button> : null}
            <Button onClick={() => downloadBlob(picture, snapshotFile(snapshot))}>{t('save')}</Button>
          </span>
        </figcaption>
        <img className={styles['picture']} src={url} alt={words} />
      </figure>
    </main>
  )
}
