import { useSignals } from '@preact/signals-react/runtime'
import { useTranslation } from '../i18n/use-translation'
import type { SortColumn } from './market-order'
import type { HideableColumn, MarketsModel } from './markets-model'

interface Props {
  readonly column: 'symbol' | 'last' | HideableColumn
  /** What its button orders the list by; `null` where there is nothing to order by. */
  readonly sort: SortColumn | null
  readonly model: MarketsModel
  /** Whether the turnover stands under the name, and is ordered by here. */
  readonly isWithTurnover?: boolean
}

/** The head of a column, with the button that orders the list by it. */
export function MarketHead({ column, sort, model, isWithTurnover = false }: Props) {
  useSignals()
  const { t } = useTranslation('markets')
  if (sort === null)
    return (
      <th scope="col" data-column={column}>
        {t(`columns.${column}`)}
      </th>
    )
  const { column: sorted, descending } = model.sort.value
  const isSorted = sorted === sort || (isWithTurnover && sorted === 'turnover')
  return (
    <th scope="col" data-column={column} aria-sort={isSorted ? (descending ? 'descending' : 'ascending') : undefined}>
      <SortButton label={t(`columns.${column}`)} sort={sort} model={model} />
      {isWithTurnover ? (
        <>
          {' / '}
          <SortButton label={t('columns.turnover')} sort="turnover" model={model} />
        </>
      ) : null}
    </th>
  )
}

function SortButton({
  label,
  sort,
  model,
}: {
  readonly label: string
  readonly sort: SortColumn
  readonly model: MarketsModel
}) {
  useSignals()
  const { column, descending } = model.sort.value
  const isSorted = column === sort
  return (
    <button type="button" data-sorted={isSorted ? '' : undefined} onClick={() => model.sortBy(sort)}>
      {label}
      <span aria-hidden="true">{isSorted ? (descending ? ' ↓' : ' ↑') : ''}</span>
    </button>
  )
}
