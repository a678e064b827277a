import type { CoinBalance } from '../../domain/account/wallet'
import { Exact, toText, type Money } from '../../domain/decimal'
import { MISSING } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { formatOwed } from './owed-text'

/** What is owed of a coin, interest included; nothing where its coin stands by itself. */
export function Owed({ of: { coin, lending } }: { readonly of: CoinBalance }) {
  const { t } = useTranslation('assets')
  if (lending === undefined) return <>{MISSING}</>
  const owed = new Exact(lending.lent).plus(lending.interest)
  return (
    <>
      {owed.isZero() ? MISSING : formatOwed(toText<Money>(owed), coin)}
      {new Exact(lending.interest).isZero() ? null : (
        <small>{t('interestOwed', { amount: formatOwed(lending.interest, coin) })}</small>
      )}
    </>
  )
}
