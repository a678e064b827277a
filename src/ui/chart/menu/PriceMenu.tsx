import { Menu, MenuItem, MenuSeparator, useMenuStore } from '@ariakit/react'
import { Fragment, useEffect } from 'react'
import type { Price } from '../../../domain/decimal'
import { formatPrice } from '../../format'
import { useTranslation } from '../../i18n/use-translation'
import { showTicket } from '../../state/ticket-sheet'
import type { OpenMenu } from '../chart-state'
import styles from './PriceMenu.module.css'

interface Props {
  readonly menu: OpenMenu
  readonly tickSize: Price | null
  readonly onClose: () => void
}

/** The context menu of the chart: what can be done at a price. */
export function PriceMenu(props: Props) {
  const { price, x, y } = props.menu
  // Another place is another menu.
  return <OpenedMenu key={`${x}/${y}/${price}`} {...props} />
}

function OpenedMenu({ menu: { price, x, y, groups }, tickSize, onClose }: Props) {
  const { t } = useTranslation('chart')
  const shown = formatPrice(price, tickSize)
  const menu = useMenuStore({ open: true, setOpen: (isOpen) => isOpen || onClose() })
  // A menu without a button takes the focus only where its store asks for that.
  useEffect(() => {
    menu.setInitialFocus('first')
    menu.setAutoFocusOnShow(true)
  }, [menu])
  return (
    <Menu
      store={menu}
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
            {items.map(({ id, text, run, ticketSide }) => (
              <MenuItem
                key={id}
                className={styles['item']}
                onClick={() => {
                  run()
                  if (ticketSide !== undefined) showTicket(ticketSide)
                }}
              >
                {text}
              </MenuItem>
            ))}
          </Fragment>
        ),
      )}
    </Menu>
  )
}
