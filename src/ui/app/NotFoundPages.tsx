import { useTranslation } from '../i18n/use-translation'
import { addressText } from './address-text'
import { MessagePage } from './MessagePage'

/** There is no page at the address that was opened. */
export function NotFoundPage() {
  const { t } = useTranslation('app')
  return <MessagePage title={t('notFound')} hint={t('notFoundHint')} address={addressText(location.pathname)} />
}

/** The address is that of a contract, and no such contract is listed. */
export function UnknownSymbol({ name }: { readonly name: string }) {
  const { t } = useTranslation('app')
  const title = t('unknownSymbol', { symbol: addressText(name) })
  return <MessagePage title={title} hint={t('unknownSymbolHint')} address={addressText(location.pathname)} />
}
