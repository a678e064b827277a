import { Menu, MenuItem, useMenuStore } from '@ariakit/react'
import { useEffect } from 'react'
import { useTranslation } from '../../i18n/use-translation'
import type { DrawingKind } from './drawing-kind'
import styles from './ToolMenu.module.css'
import { DRAWING_MARKS } from './marks'

interface Props {
  readonly label: string
  readonly kinds: readonly DrawingKind[]
  readonly anchor: () => HTMLElement | null
  readonly onChoose: (kind: DrawingKind) => void
  readonly onClose: () => void
}

/** The tools of a group, beside its button. */
export function ToolMenu({ label, kinds, anchor, onChoose, onClose }: Props) {
  const { t } = useTranslation('drawings')
  const menu = useMenuStore({ open: true, setOpen: (isOpen) => isOpen || onClose(), placement: 'right-start' })
  // A menu without a button of its own takes the focus only where its store asks for that.
  useEffect(() => {
    menu.setInitialFocus('first')
    menu.setAutoFocusOnShow(true)
  }, [menu])
  return (
    <Menu
      store={menu}
      portal={false}
      fixed
      gutter={4}
      className={styles['menu']}
      aria-label={label}
      getAnchorRect={() => anchor()?.getBoundingClientRect() ?? null}
      autoFocusOnHide={() => {
        // A tool that was drawn by key led the focus to the bars.
        if (document.activeElement === document.body || document.activeElement?.closest('[role="menu"]') != null)
          anchor()?.focus()
        return false
      }}
      autoFocusOnShow
      hideOnInteractOutside={(event) => !(event.target instanceof Node && anchor()?.contains(event.target) === true)}
    >
      {kinds.map((kind) => (
        <MenuItem key={kind} className={styles['item']} onClick={() => onChoose(kind)}>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d={DRAWING_MARKS[kind]} />
          </svg>
          {t(`kind.${kind}`)}
        </MenuItem>
      ))}
    </Menu>
  )
}
