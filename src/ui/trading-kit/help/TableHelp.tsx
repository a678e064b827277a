import { useSignals } from '@preact/signals-react/runtime'
import type { Position } from '../../../domain/position/position'
import { useTranslation } from '../../i18n/use-translation'
import type { Translate } from '../../i18n/words'
import { useApp } from '../../state/app-context'
import { OWN_TERMS, positionHelpValues, TABLE_TERMS, type HelpedTable, type OwnTerm } from './table-help'
import { EXTRA_COLUMNS } from '../table-columns/table-columns'
import styles from './TicketHelp.module.css'

interface Term {
  readonly term: string
  readonly name: string
  readonly text: string
}

/** Tables whose terms come to nothing of the trader's own. */
const PLAIN_TERMS: Readonly<Record<Exclude<HelpedTable, 'positions'>, (t: Translate<'help'>) => readonly Term[]>> = {
  openOrders: (t) =>
    TABLE_TERMS.openOrders.map((term) => ({
      term,
      name: t(`openOrders.${term}.name`),
      text: t(`openOrders.${term}.text`),
    })),
  orderHistory: (t) =>
    TABLE_TERMS.orderHistory.map((term) => ({
      term,
      name: t(`orderHistory.${term}.name`),
      text: t(`orderHistory.${term}.text`),
    })),
  tradeHistory: (t) =>
    TABLE_TERMS.tradeHistory.map((term) => ({
      term,
      name: t(`tradeHistory.${term}.name`),
      text: t(`tradeHistory.${term}.text`),
    })),
}

/** Of the columns that can be chosen; a phone shows them in each row's detail. */
function extraTerms(table: HelpedTable, t: Translate<'help'>, name: Translate<'columns'>): readonly Term[] {
  if (table === 'positions')
    return EXTRA_COLUMNS.positions.map((term) => ({
      term,
      name: name(`positions.${term}`),
      text: t(`extra.positions.${term}`),
    }))
  if (table !== 'openOrders') return []
  return EXTRA_COLUMNS.openOrders.map((term) => ({
    term,
    name: name(`openOrders.${term}`),
    text: t(`extra.openOrders.${term}`),
  }))
}

interface Props {
  readonly table: HelpedTable
  /** The position that the terms are told by, if there is one. */
  readonly example: Position | null
}

/** Every column of a table in a sentence, with its formula and what it comes to for a position that is held. */
export function TableHelp({ table, example }: Props) {
  useSignals()
  const { t } = useTranslation('help')
  const { t: columnName } = useTranslation('columns')
  const app = useApp()
  const extras = extraTerms(table, t, columnName)
  const market = example === null ? null : app.market(example.symbol)
  const instrument = market?.instrument.value ?? null
  const own =
    example === null || instrument === null
      ? null
      : positionHelpValues(example, instrument, market?.markPrice.value ?? null)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling text needs a keyboard stop
    <div className={styles['help']} tabIndex={0}>
      <h2>{t('title')}</h2>
      <dl>
        {table !== 'positions'
          ? PLAIN_TERMS[table](t).map(({ term, name, text }) => (
              <div key={term}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))
          : TABLE_TERMS.positions.map((term) => (
              <div key={term}>
                <dt>{t(`positions.${term}.name`)}</dt>
                <dd>
                  <p>{t(`positions.${term}.text`)}</p>
                  {isOwnTerm(term) && own !== null && example !== null ? (
                    <p data-side={example.side ?? undefined}>
                      {t('ownPosition', { symbol: example.symbol, own: t(`positions.${term}.own`, own) })}
                    </p>
                  ) : null}
                </dd>
              </div>
            ))}
      </dl>
      {extras.length === 0 ? null : (
        <>
          <h3>{t('extra.title')}</h3>
          <dl>
            {extras.map(({ term, name, text }) => (
              <div key={term}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </div>
  )
}

function isOwnTerm(term: string): term is OwnTerm {
  return OWN_TERMS.some((one) => one === term)
}
