import { useSignals } from '@preact/signals-react/runtime'
import type { InstrumentSymbol } from '../../domain/order/order'
import { lazyPart } from '../kit/load-part'
import type { ChartModel } from './chart-model'
import type { ChartTools } from './chart-state'
import type { ChartGroup } from './grid/chart-group'
import { PriceMenu } from './menu/PriceMenu'
import { ObjectPanel } from './objects/ObjectPanel'
import { PictureMenu } from './picture/PictureMenu'

const IndicatorDialog = lazyPart('dialog', async () => (await import('./studies/IndicatorDialog')).IndicatorDialog)

const ChartSettingsDialog = lazyPart(
  'dialog',
  async () => (await import('./settings/ChartSettingsDialog')).ChartSettingsDialog,
)

const CompareDialog = lazyPart('dialog', async () => (await import('./comparisons/CompareDialog')).CompareDialog)

const LayoutDialog = lazyPart('dialog', async () => (await import('./layouts/LayoutDialog')).LayoutDialog)

const ChartSymbolSearch = lazyPart(
  'dialog',
  async () => (await import('./symbols/ChartSymbolSearch')).ChartSymbolSearch,
)

interface Props {
  readonly model: ChartModel
  readonly tools: ChartTools
  readonly group: ChartGroup
  /** Gives the chart another symbol; `null` where that is another page. */
  readonly onSymbol: ((symbol: InstrumentSymbol) => void) | null
  /** The keyboard goes back to the bars. */
  readonly onDone: () => void
}

/** What is asked for on a chart: the menu of a price, and its dialogs. */
export function ChartDialogs({ model, tools, group, onSymbol, onDone }: Props) {
  useSignals()
  const dialog = model.dialog.value
  const menu = model.menu.value
  const close = (): void => model.show(null)
  return (
    <>
      {menu === null ? null : (
        <PriceMenu
          menu={menu}
          tickSize={model.market.instrument.value?.tickSize ?? null}
          onClose={() => {
            model.closeMenu()
            onDone()
          }}
        />
      )}
      {dialog === null ? null : dialog.kind === 'indicators' ? (
        <IndicatorDialog studies={tools.studies} templates={tools.templates} opened={dialog.study} onClose={close} />
      ) : dialog.kind === 'layouts' ? (
        <LayoutDialog group={group} onClose={close} />
      ) : dialog.kind === 'objects' ? (
        <ObjectPanel model={model} tools={tools} isBeside={false} onClose={close} />
      ) : dialog.kind === 'symbol' ? (
        <ChartSymbolSearch symbol={model.market.symbol} onChoose={onSymbol} onClose={close} />
      ) : dialog.kind === 'picture' ? (
        <PictureMenu
          model={model}
          anchor={() => document.querySelector<HTMLElement>(`[data-picture="${model.slot}"]`)}
          onClose={close}
        />
      ) : dialog.kind === 'compare' ? (
        <CompareDialog model={model} onClose={close} />
      ) : (
        <ChartSettingsDialog model={model} onClose={close} />
      )}
    </>
  )
}
