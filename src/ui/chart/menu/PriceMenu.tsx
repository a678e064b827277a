import { Menu, MenuItem, MenuProvider, MenuSeparator } from '@ariakit/react'
import { Fragment } from 'react'
import type { Price } from '../../../domain/decimal'
import { formatPrice } from '../../format'
import { useTranslation } from '../../i18n/use-translation'
import type { OpenMenu } from '../chart-session'
import styles from './PriceMenu.module.css'

interface Props {
  readonly menu: OpenMenu
  readonly tickSize: Price | null
  readonly onClose: () => void
}

/** The context menu of the chart: what can be done at a price. */
export function PriceMenu({ menu: { price, x, y, groups }, tickSize, onClose }: Props) {
  const { t } = useTranslation('chart')
  const shown = formatPrice(price, tickSize)
  return (
    // Another place is another menu.
    <MenuProvider key={`${x}/${y}/${price}`} open setOpen={(isOpen) => isOpen || onClose()}>
      <Menu
        aria-label={t('menu.title', { price: shown })}
        className={styles['menu']}
        getAnchorRect={() => ({ x, y, width: 0, height: 0 })}
        autoFocusOnHide={false}
        autoFocusOnShow
        portal={false}
        fixed
      >
        <MenuItem className={styles['item']} onClick={() => void navigator.clipboard.writeText(price)}>
          {t('menu.copy', { price: shown })}
        </MenuItem>
        {groups.map((items) =>
          items.length === 0 ? null : (
            <Fragment key={items.map(({ id }) => id).join()}>
              <MenuSeparator className={styles['rule']} />
              {items.map(({ id, text, run }) => (
                <MenuItem key={id} className={styles['item']} onClick={run}>
                  {text}
                </MenuItem>
              ))}
            </Fragment>
          ),
        )}
      </Menu>
    </MenuProvider>
  )
}
