import { say } from '../../i18n/instance'
import type { KeyOf, Values } from '../../i18n/words'
import type { LineTexts } from './chart-lines'

const t = (key: KeyOf<'chart'>, values?: Values): string => say(`chart:${key}`, values)

/** The words of lines in the page's language; the words of `chart` have come by then. */
export function lineTexts(): LineTexts {
  return {
    order: (side, qty, origin) => t(`${origin ?? 'limit'}.${side}`, { qty }),
    trigger: (side, qty) => t(`trigger.${side}`, { qty }),
    guard: (kind, qty) => t(kind, { qty }),
    takeProfitAt: (price) => t('takeProfitAt', { price }),
    stopLossAt: (price) => t('stopLossAt', { price }),
    limitAt: (price) => t('limitAt', { price }),
    cancel: (line, price) => t('cancel', { line, price }),
    position: (side, qty) => t(side === 'buy' ? 'long' : 'short', { qty }),
    act: (action, line) => t(`act.${action}`, { line }),
    tpSlMark: t('tpSlMark'),
    closeMark: t('closeMark'),
    draft: (kind, qty) => t(`draft.${kind}`, { qty }),
    liquidation: (side) => t(`liquidation.${side ?? 'only'}`),
    breakEven: (side) => t(`breakEven.${side ?? 'only'}`),
    mark: t('mark'),
  }
}
