import { useSignals } from '@preact/signals-react/runtime'
import { useTranslation } from '../../i18n/use-translation'
import { Checkbox } from '../../kit/Checkbox'
import { Choice } from '../../kit/Choice'
import { Dialog } from '../../kit/Dialog'
import { useApp } from '../../state/app-context'
import { CHART_COUNTS, CHART_LINKS, withLink } from '../grid/chart-grid'
import type { ChartGroup } from '../grid/chart-group'
import styles from './LayoutDialog.module.css'
import { layoutPrint } from './layout-print'
import { NamedLayouts } from './NamedLayouts'
import { openLayouts } from './open-layouts'

interface Props {
  readonly group: ChartGroup
  readonly onClose: () => void
}

/** How many charts stand beside each other, what they share, and the layouts that were saved under names. */
export function LayoutDialog({ group, onClose }: Props) {
  useSignals()
  const { t } = useTranslation('layouts')
  const app = useApp()
  const layouts = group.layouts(() => openLayouts(app, group))
  const grid = group.grid.value
  return (
    <Dialog title={t('title')} onClose={onClose}>
      <section className={styles['part']} data-grid="" aria-label={t('charts')}>
        <div className={styles['row']}>
          <span>{t('charts')}</span>
          <Choice
            label={t('charts')}
            items={CHART_COUNTS.map((count) => ({ id: String(count), label: String(count) }))}
            chosen={String(grid.count)}
            onChoose={(id) => {
              const count = CHART_COUNTS.find((one) => String(one) === id)
              if (count !== undefined) group.setGrid({ ...grid, count })
            }}
          />
        </div>
        <fieldset className={styles['links']} disabled={grid.count === 1}>
          <legend>{t('linked')}</legend>
          {CHART_LINKS.map((link) => (
            <Checkbox
              key={link}
              label={t(`link.${link}`)}
              checked={grid.links.includes(link)}
              disabled={grid.count === 1}
              onChecked={(isOn) => group.setGrid(withLink(grid, link, isOn))}
            />
          ))}
        </fieldset>
      </section>
      <NamedLayouts
        layouts={layouts}
        engine={group.first.value?.engine.value?.engine.name ?? null}
        opened={group.first.value?.settings.value.layoutName ?? null}
        onOpened={(layoutName, layout) =>
          group.first.peek()?.setView({
            layoutName,
            layoutPrint: layout === null ? null : layoutPrint(layout.charts),
          })
        }
        onRenamed={(layoutName) => group.first.peek()?.setView({ layoutName })}
        theme={app.theme}
      />
    </Dialog>
  )
}
