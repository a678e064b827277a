import { useTranslation } from '../i18n/use-translation'
import type { TriggerBy } from '../../domain/order/order'
import { Select } from '../kit/Select'

const ALL: readonly TriggerBy[] = ['last', 'mark', 'index']

interface Props {
  readonly label: string
  readonly chosen: TriggerBy
  readonly onChoose: (by: TriggerBy) => void
}

/** Which price fires a trigger (spec §3 "Trigger basis"). */
export function TriggerBySelect({ label, chosen, onChoose }: Props) {
  const { t } = useTranslation('trade')
  const items = ALL.map((by) => [by, t(`by.${by}`)] as const)
  return <Select label={label} items={items} chosen={chosen} onChoose={onChoose} />
}
