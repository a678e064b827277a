import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useMemo, useRef } from 'react'
import type { ApiKeyInfo } from '../../domain/account/api-key'
import { formatDateTime } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { Button } from '../kit/Button'
import { useRowFocus } from '../kit/row-focus'
import { useApp } from '../state/app-context'
import { ApiKeysModel, keyName } from './api-keys-model'
import styles from './ApiKeys.module.css'

/** The programs' keys of the account in use. A program makes its key by a call (docs/api.md); here it is ended. */
export function ApiKeys() {
  useSignals()
  const name = useApp().account.session.value?.account ?? null
  // Another account is another list, from its first moment on.
  return name === null ? null : <KeysOfAccount key={name} />
}

function KeysOfAccount() {
  useSignals()
  const { t } = useTranslation('settings')
  const { hub } = useApp()
  const model = useMemo(() => new ApiKeysModel(hub.api), [hub])
  const list = useRowFocus<HTMLElement>()
  useEffect(() => void model.read(), [model])
  const keys = model.keys.value
  const problem = model.problem.value
  return (
    <section ref={list} className={styles['keys']} aria-labelledby="api-keys" tabIndex={-1}>
      <h2 id="api-keys">{t('keys')}</h2>
      <p>{t('keysText')}</p>
      {keys?.length === 0 ? <p>{t('keysNone')}</p> : null}
      <ul>
        {keys?.map((one) => (
          <KeyRow key={one.apiKey} row={one} name={keyName(one, keys)} model={model} />
        ))}
      </ul>
      {problem === null ? null : (
        <p role="alert">
          {t(problem === 'read' ? 'keysFailed' : 'keysNotDeleted')}{' '}
          <Button onClick={() => void model.read()}>{t('keysAgain')}</Button>
        </p>
      )}
    </section>
  )
}

interface RowProps {
  readonly row: ApiKeyInfo
  /** By which its button is told from those of the other keys. */
  readonly name: string
  readonly model: ApiKeysModel
}

function KeyRow({ row, name, model }: RowProps) {
  useSignals()
  const { t } = useTranslation('settings')
  const { apiKey, mayTrade, note, createdAtMs } = row
  const isAsked = model.asked.value === apiKey
  const keep = useRef<HTMLButtonElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const isAnswered = useRef(false)
  // Each of these buttons is gone with its press, and the focus is not to be. Where the row goes too, `list` moves it on.
  useEffect(() => {
    if (isAsked) keep.current?.focus()
    else if (isAnswered.current) opener.current?.focus()
    isAnswered.current = false
  }, [isAsked])
  return (
    <li>
      <div>
        <b>{note === '' ? t('keysUnnamed') : note}</b>
        <code>{apiKey}</code>
        <small>
          {t(mayTrade ? 'keysTrade' : 'keysRead')} · {formatDateTime(createdAtMs)}
        </small>
      </div>
      {isAsked ? (
        <fieldset className={styles['sure']}>
          <legend className="visually-hidden">{t('keysSure')}</legend>
          <Button
            ref={keep}
            onClick={() => {
              isAnswered.current = true
              model.ask(null)
            }}
          >
            {t('keysKeep')}
          </Button>
          <Button
            tone="short"
            onClick={() => {
              isAnswered.current = true
              void model.end()
            }}
          >
            {t('keysSureDelete')}
          </Button>
        </fieldset>
      ) : (
        <Button
          ref={opener}
          data-action="delete"
          aria-label={t('keysDeleteOne', { key: name })}
          onClick={() => model.ask(apiKey)}
        >
          {t('keysDelete')}
        </Button>
      )}
    </li>
  )
}
