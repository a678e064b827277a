import { Menu, MenuGroup, MenuGroupLabel, MenuItem, MenuItemRadio, MenuProvider, MenuSeparator } from '@ariakit/react'
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useMemo, useState, type RefObject } from 'react'
import { Link } from 'wouter'
import { isInApp } from '../../base/in-app'
import type { AccountKind } from '../../domain/account/wallet'
import { FAUCET_GIFTS, PageSession } from '../../workers/venue/sandbox/page-session'
import { formatQty } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { Question } from '../kit/Question'
import { useApp } from '../state/app-context'
import { AccountActions } from './account-actions'
import styles from './AccountMenu.module.css'
import { HubSession } from './hub-session'
import { NameDialog } from './NameDialog'

const KINDS: readonly AccountKind[] = ['uta2', 'uta', 'pm', 'demo', 'copy']

interface Props {
  readonly anchor: RefObject<HTMLButtonElement | null>
  readonly onClose: () => void
}

/** The visitor's paper accounts: which is in use, another kind by one press, paper money, API keys, and the way out. */
export function AccountMenu({ anchor, onClose }: Props) {
  useSignals()
  const { t } = useTranslation('account')
  const app = useApp()
  const isApp = isInApp(navigator.userAgent)
  const actions = useMemo(
    () => new AccountActions(app, isApp ? new HubSession(app.hub.api) : new PageSession()),
    [app, isApp],
  )
  const [isLeaving, setLeaving] = useState(false)
  const [isNaming, setNaming] = useState(false)
  const session = app.account.shown.value
  const account = session?.account ?? null
  // Another tab may have named it since the session began.
  const [name, setName] = useState<string | null>(null)
  useEffect(() => {
    if (account === null) return undefined
    let isOver = false
    void actions.nameOf(account).then((now) => (isOver || now === null ? undefined : setName(now)))
    return () => {
      isOver = true
    }
  }, [actions, account])
  const shownName = name ?? session?.name ?? ''
  if (isNaming) return <NameDialog name={shownName} rename={(next) => actions.rename(next)} onClose={onClose} />
  if (isLeaving)
    return (
      <Question
        title={t('signOutTitle')}
        confirmLabel={t('signOut')}
        dismissLabel={t('stay')}
        onConfirm={() => {
          onClose()
          void actions.signOut()
        }}
        onClose={onClose}
      >
        <p>{t('signOutText')}</p>
      </Question>
    )
  return (
    <MenuProvider
      open
      setOpen={(isOpen) => (isOpen ? undefined : onClose())}
      placement="bottom-end"
      values={{ kind: session?.kind ?? '' }}
      setValues={({ kind }: { readonly kind?: unknown }) => {
        const next = KINDS.find((one) => one === kind)
        if (next !== undefined) void actions.change(next)
      }}
    >
      <Menu
        portal={false}
        fixed
        gutter={6}
        className={styles['menu']}
        aria-label={t('title')}
        getAnchorRect={() => anchor.current?.getBoundingClientRect() ?? null}
        finalFocus={anchor}
        hideOnInteractOutside={(event) => !(event.target instanceof Node && anchor.current?.contains(event.target))}
      >
        <MenuGroup>
          <MenuGroupLabel className={styles['label']}>
            {shownName} <small>{session?.account}</small>
            {isApp ? <small className={styles['life']}>{t('inApp')}</small> : null}
          </MenuGroupLabel>
          {KINDS.map((kind) => (
            <MenuItemRadio key={kind} name="kind" value={kind} hideOnClick className={styles['item']}>
              <span className={styles['dot']} aria-hidden="true" />
              <span>
                {t(`kind.${kind}`)}
                <small>{t(`about.${kind}`)}</small>
              </span>
            </MenuItemRadio>
          ))}
        </MenuGroup>
        <MenuSeparator className={styles['line']} />
        <MenuGroup>
          <MenuGroupLabel className={styles['label']}>{t('faucet')}</MenuGroupLabel>
          <div className={styles['gifts']}>
            {FAUCET_GIFTS.map((gift) => (
              <MenuItem key={gift.coin} className={styles['item']} onClick={() => void actions.give(gift)}>
                {t('give', { amount: formatQty(gift.amount, null), coin: gift.coin })}
              </MenuItem>
            ))}
          </div>
        </MenuGroup>
        <MenuSeparator className={styles['line']} />
        {app.account.isPortfolio.value ? (
          <MenuItem className={styles['item']} render={<Link href="/margin" />}>
            {t('portfolio')}
          </MenuItem>
        ) : null}
        <MenuItem className={styles['item']} hideOnClick={false} onClick={() => setNaming(true)}>
          {t('renameAsk')}
        </MenuItem>
        <MenuItem className={styles['item']} render={<Link href="/settings#api-keys" />}>
          {t('keys')}
        </MenuItem>
        <MenuItem className={styles['item']} hideOnClick={false} onClick={() => setLeaving(true)}>
          {t('signOutAsk')}
        </MenuItem>
      </Menu>
    </MenuProvider>
  )
}
