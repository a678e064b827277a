import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useEffect, useId, useMemo, useRef, useState } from 'react'
import { API_KEY_NOTE_MAX, API_KEYS_MAX, type ApiKeyInfo, type NewApiKey } from '../../domain/account/api-key'
import { formatDateTime } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { Button } from '../kit/Button'
import { useRowFocus } from '../kit/row-focus'
import { useApp } from '../state/app-context'
import { ActionButton } from '../kit/ActionButton'
import { Refusal } from '../trading-kit/refusals/Refusal'
import { Choice } from '../kit/Choice'
import { ApiKeysModel, keyName, type KeyProblem } from './api-keys-model'
import styles from './ApiKeys.module.css'

const PROBLEM = {
  read: 'keysFailed',
  delete: 'keysNotDeleted',
  make: 'keysNotMade',
  lost: 'keysLost',
} as const satisfies Record<KeyProblem, string>

/** The programs' keys of the account in use: made, shown once, and ended. */
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
  const rejection = model.rejection.value
  return (
    <section ref={list} className={styles['keys']} aria-labelledby="api-keys" tabIndex={-1}>
      <h2 id="api-keys">{t('keys')}</h2>
      <p>{t('keysText')}</p>
      <MakeKey model={model} />
      {model.made.value === null ? null : (
        <MadeKey
          key={model.made.value.apiKey}
          made={model.made.value}
          onHave={() => {
            model.forget()
            // Its button is gone with it, and the focus is not to be.
            list.current?.focus()
          }}
        />
      )}
      {keys?.length === 0 ? <p>{t('keysNone')}</p> : null}
      <ul>
        {keys?.map((one) => (
          <KeyRow key={one.apiKey} row={one} name={keyName(one, keys)} model={model} />
        ))}
      </ul>
      {problem === null ? null : (
        <p role="alert">
          {t(PROBLEM[problem], { max: API_KEYS_MAX })}{' '}
          {rejection === null ? null : (
            <Suspense fallback={null}>
              <Refusal rejection={rejection} as="span" />{' '}
            </Suspense>
          )}
          <Button onClick={() => void model.read()}>{t('keysAgain')}</Button>
        </p>
      )}
    </section>
  )
}

function MakeKey({ model }: { readonly model: ApiKeysModel }) {
  useSignals()
  const { t } = useTranslation('settings')
  const [note, setNote] = useState('')
  const [may, setMay] = useState<'read' | 'trade'>('read')
  const noteId = useId()
  const make = async (): Promise<void> => {
    if (await model.make({ note: note.trim(), mayTrade: may === 'trade' })) setNote('')
  }
  return (
    <form
      className={styles['make']}
      aria-label={t('keysNew')}
      onSubmit={(event) => {
        event.preventDefault()
        // A page's own script may submit a form; only a person's press makes a key.
        if (event.nativeEvent.isTrusted) void make()
      }}
    >
      <label htmlFor={noteId}>{t('keysNote')}</label>
      <input
        id={noteId}
        type="text"
        maxLength={API_KEY_NOTE_MAX}
        autoComplete="off"
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Choice
        label={t('keysMay')}
        chosen={may}
        onChoose={setMay}
        items={[
          { id: 'read', label: t('keysRead') },
          { id: 'trade', label: t('keysTrade') },
        ]}
      />
      <ActionButton type="submit" disabled={model.isMaking.value}>
        {t('keysMake')}
      </ActionButton>
    </form>
  )
}

/** The one moment in which the secret can be read: it stays until the user has it. */
function MadeKey({ made, onHave }: { readonly made: NewApiKey; readonly onHave: () => void }) {
  const { t } = useTranslation('settings')
  const [isCopied, setCopied] = useState(false)
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current?.focus(), [])
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(made.apiSecret)
      setCopied(true)
    } catch {
      // Not allowed here: the secret stands to be marked by hand.
      setCopied(false)
    }
  }
  return (
    <section ref={box} aria-label={t('keysMade')} className={styles['made']} tabIndex={-1}>
      <b>{t('keysMade')}</b>
      <p>{t('keysSecretOnce')}</p>
      <p>
        {t('keysKey')} <code>{made.apiKey}</code>
      </p>
      <p>
        {t('keysSecret')} <code>{made.apiSecret}</code>
      </p>
      <div className={styles['sure']}>
        {/* A page that is not served securely has no clipboard. */}
        {'clipboard' in navigator ? (
          <Button onClick={() => void copy()}>{t(isCopied ? 'keysCopied' : 'keysCopy')}</Button>
        ) : null}
        <Button onClick={onHave}>{t('keysHave')}</Button>
      </div>
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
