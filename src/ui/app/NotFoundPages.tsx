import { Suspense } from 'react'
import { useTranslation } from '../i18n/use-translation'
import { lazyPart } from '../kit/load-part'
import { addressText } from './address-text'
import { MessagePage } from './MessagePage'

const NearMarkets = lazyPart('search', async () => (await import('../markets/NearMarkets')).NearMarkets)

/** There is no page at the address that was opened. */
export function NotFoundPage() {
  const { t } = useTranslation('app')
  return <MessagePage title={t('notFound')} hint={t('notFoundHint')} address={addressText(location.pathname)} />
}

/** The address is that of a market, and no such market is listed. */
export function UnknownSymbol({ name }: { readonly name: string }) {
  const { t } = useTranslation('app')
  const title = t('unknownSymbol', { symbol: addressText(name) })
  return (
    <MessagePage title={title} hint={t('unknownSymbolHint')} address={addressText(location.pathname)}>
      <Near name={name} />
    </MessagePage>
  )
}

/** Where the link of a share poster leads (spec §2): `/invite?ref=CODE`. */
export function InvitePage() {
  const { t } = useTranslation('app')
  const code = new URLSearchParams(location.search).get('ref')?.trim() ?? ''
  const hint = code === '' ? t('invite.withoutCode') : t('invite.hint', { code: addressText(code) })
  return <MessagePage title={t('invite.title')} hint={hint} />
}

function Near({ name }: { readonly name: string }) {
  return (
    <Suspense fallback={null}>
      <NearMarkets name={name} />
    </Suspense>
  )
}
