import { useSignals } from '@preact/signals-react/runtime'
import type { Side } from '../../../domain/order/order'
import type { Values } from '../../i18n/words'
import { useTranslation } from '../../i18n/use-translation'
import type { OrderOutlook } from '../ticket/order-outlook'
import { helpValues } from './help-values'
import styles from './TicketHelp.module.css'

const TERMS = [
  'value',
  'margin',
  'cost',
  'fee',
  'liquidation',
  'breakEven',
  'impact',
  'mark',
  'funding',
  'reduceOnly',
  'postOnly',
] as const
type Term = (typeof TERMS)[number]

interface Props {
  readonly outlook: OrderOutlook
  readonly sides: readonly Side[]
}

/** Every term of the ticket in a sentence, with its formula and what it comes to for the order that stands there. */
export function TicketHelp({ outlook, sides }: Props) {
  useSignals()
  const { t } = useTranslation('help')
  const { instrument, ticker } = outlook.market
  const contract = instrument.value
  const own = (side: Side): Values =>
    contract === null
      ? {}
      : helpValues({
          side,
          instrument: contract,
          qty: outlook.qty.value,
          price: outlook.price(side),
          leverage: outlook.leverage(side),
          figures: outlook.figures[side].value,
          position: outlook.position(side),
          balance: outlook.balance.value,
          ticker: ticker.value,
        })
  const values = sides.map((side) => ({ side, values: own(side) }))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling text needs a keyboard stop
    <div className={styles['help']} tabIndex={0}>
      <h2>{t('title')}</h2>
      <dl>
        {TERMS.map((term) => (
          <div key={term}>
            <dt>{t(`terms.${term}.name`)}</dt>
            <dd>
              <p>{t(`terms.${term}.text`)}</p>
              {term === 'cost' && outlook.isTold ? <p>{t('toldCost')}</p> : null}
              {hasFormula(term) ? <p>{t('formula', { formula: t(`terms.${term}.formula`) })}</p> : null}
              {values.map(({ side, values: numbers }) => (
                <p key={side} data-side={side}>
                  {t(`ownOf.${side}`, { own: t(`terms.${term}.own`, numbers) })}
                </p>
              ))}
            </dd>
          </div>
        ))}
        <div>
          <dt>{t('terms.timeInForce.name')}</dt>
          <dd>
            <p>{t('terms.timeInForce.text')}</p>
          </dd>
        </div>
      </dl>
    </div>
  )
}

function hasFormula(term: Term): term is Exclude<Term, 'mark' | 'reduceOnly' | 'postOnly'> {
  return term !== 'mark' && term !== 'reduceOnly' && term !== 'postOnly'
}
