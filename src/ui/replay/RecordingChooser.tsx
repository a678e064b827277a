import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { firstSymbol, RECORDING_BYTES_MAX, type Recording } from '../../workers/recording'
import { formatAge, formatCount, formatDateTime } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { Button } from '../kit/Button'
import { readRecordingFile, type FileProblem } from './recording-file'
import styles from './RecordingChooser.module.css'
import { useOwnRecording } from './use-own-recording'

const MEGABYTE = 1_048_576

interface Props {
  /** Whether the focus was in a recording that has just been closed. */
  readonly takesFocus: boolean
  readonly onChosen: (recording: Recording) => void
}

type Reading =
  | { readonly kind: 'reading'; readonly name: string }
  | { readonly kind: 'failed'; readonly name: string; readonly size: number; readonly problem: FileProblem }

/** What a recording is, and the two places where one comes from: a file, and the last minutes of this browser. */
export function RecordingChooser({ takesFocus, onChosen }: Props) {
  const { t } = useTranslation('replay')
  const [reading, setReading] = useState<Reading | null>(null)
  const newest = useRef<File | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  const open = async (file: File): Promise<void> => {
    const { name, size } = file
    newest.current = file
    setReading({ kind: 'reading', name })
    const read = await readRecordingFile(file)
    // Another one was chosen meanwhile.
    if (newest.current !== file) return
    if (read.ok) onChosen(read.value)
    else setReading({ kind: 'failed', name, size, problem: read.error })
  }
  const isOver = useDroppedFile((file) => void open(file))
  return (
    <div className={styles['chooser']}>
      <h1 ref={heading} tabIndex={-1}>
        {t('title')}
      </h1>
      <p>{t('hint')}</p>
      <section className={styles['card']} aria-label={t('fromFile')} data-over={isOver || undefined}>
        <h2>{t('fromFile')}</h2>
        <p>{t('fileHint')}</p>
        <label className={styles['file']}>
          <span>{t('open')}</span>
          <input
            type="file"
            className="visually-hidden"
            accept="application/json,.json"
            aria-label={t('chosen')}
            aria-describedby="recording-bound recording-problem"
            onChange={(event) => {
              const [file] = event.currentTarget.files ?? []
              if (file !== undefined) void open(file)
              // The same file may be chosen again, once it was mended.
              event.currentTarget.value = ''
            }}
          />
        </label>
        <small id="recording-bound">{t('bound', { max: formatCount(RECORDING_BYTES_MAX / MEGABYTE) })}</small>
        <div id="recording-problem">
          {reading?.kind === 'reading' ? <output>{t('reading', { name: reading.name })}</output> : null}
          {reading?.kind === 'failed' ? <Failure {...reading} /> : null}
        </div>
      </section>
      <OwnRecording onChosen={onChosen} />
    </div>
  )
}

function Failure({ name, size, problem }: Extract<Reading, { kind: 'failed' }>) {
  const { t } = useTranslation('replay')
  return (
    <p role="alert" className={styles['problem']}>
      {t(`problem.${problem.kind}`, {
        name,
        size: formatCount(Math.ceil(size / MEGABYTE)),
        max: formatCount(RECORDING_BYTES_MAX / MEGABYTE),
        field: problem.kind === 'damaged' ? problem.field : '',
      })}
    </p>
  )
}

function OwnRecording({ onChosen }: Pick<Props, 'onChosen'>) {
  const { t } = useTranslation('replay')
  const own = useOwnRecording()
  const first = own?.entries[0]
  const last = own?.entries.at(-1)
  return (
    <section className={styles['card']} aria-label={t('fromBrowser')}>
      <h2>{t('fromBrowser')}</h2>
      {own === null || first === undefined || last === undefined ? (
        <p>{t('empty')}</p>
      ) : (
        <>
          <p>
            {t('own', {
              symbol: firstSymbol(own),
              length: formatAge(last.atMs - first.atMs),
              time: formatDateTime(last.atMs),
            })}
          </p>
          <Button tone="accent" onClick={() => onChosen(own)}>
            {t('last')}
          </Button>
        </>
      )}
    </section>
  )
}

/** Takes a file that is dropped anywhere on the page. @returns whether one is held over it */
function useDroppedFile(onFile: (file: File) => void): boolean {
  const [isOver, setOver] = useState(false)
  const take = useEffectEvent(onFile)
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const over = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files') !== true) return
      // Beside the place for it the browser would leave the page and show the file.
      event.preventDefault()
      setOver(true)
    }
    addEventListener('dragover', over, { signal })
    addEventListener('dragleave', (event) => event.relatedTarget === null && setOver(false), { signal })
    addEventListener(
      'drop',
      (event) => {
        setOver(false)
        const [file] = event.dataTransfer?.files ?? []
        if (file === undefined) return
        event.preventDefault()
        take(file)
      },
      { signal },
    )
    return () => stop.abort()
  }, [])
  return isOver
}
