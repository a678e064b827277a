import { Menu, MenuItem, useMenuStore } from '@ariakit/react'
import { useEffect } from 'react'
import { useTranslation } from '../../i18n/use-translation'
import { downloadBlob } from '../../kit/download-blob'
import { useApp } from '../../state/app-context'
import { canCopyPictures, copyPicture, offerSnapshot, snapshotFile } from '../../state/snapshot-hand-over'
import type { ChartModel } from '../chart-model'
import toolMenu from '../drawings/ToolMenu.module.css'
import { resolutionLabel } from '../port/bars'

interface Props {
  readonly model: ChartModel
  readonly anchor: () => HTMLElement | null
  readonly onClose: () => void
}

/** What becomes of a picture of the chart, with its lines and their labels. */
export function PictureMenu({ model, anchor, onClose }: Props) {
  const { t } = useTranslation('chart')
  const { notices } = useApp()
  const menu = useMenuStore({ open: true, setOpen: (isOpen) => isOpen || onClose(), placement: 'bottom-end' })
  // A menu without a button of its own takes the focus only where its store asks for that.
  useEffect(() => {
    menu.setInitialFocus('first')
    menu.setAutoFocusOnShow(true)
  }, [menu])
  const facts = { symbol: model.market.symbol, interval: resolutionLabel(model.settings.value.resolution) }
  const take = async (): Promise<Blob> => {
    const picture = await model.screenshot()
    if (picture === null) throw new Error('the chart has no picture')
    return picture
  }
  const copy = async (): Promise<void> => {
    notices.say((await copyPicture(take())) ? 'pictureCopied' : 'pictureNotCopied')
  }
  const save = async (): Promise<void> => downloadBlob(await take(), snapshotFile(facts))
  const open = async (): Promise<void> => {
    // Opened by the press itself: a window that opens later is one that nobody asked for.
    const page = window.open('about:blank', '_blank')
    const id = offerSnapshot({ ...facts, picture: await take(), takenAtMs: Date.now() })
    if (page !== null) page.location.replace(`/snapshot#${id}`)
  }
  return (
    <Menu
      store={menu}
      portal={false}
      fixed
      gutter={4}
      className={toolMenu['menu']}
      aria-label={t('picture.title')}
      getAnchorRect={() => anchor()?.getBoundingClientRect() ?? null}
      autoFocusOnHide={() => {
        anchor()?.focus()
        return false
      }}
      autoFocusOnShow
      hideOnInteractOutside={(event) => !(event.target instanceof Node && anchor()?.contains(event.target) === true)}
    >
      {canCopyPictures ? (
        <MenuItem className={toolMenu['item']} onClick={() => void copy()}>
          {t('picture.copy')}
        </MenuItem>
      ) : null}
      <MenuItem className={toolMenu['item']} onClick={() => void save()}>
        {t('picture.save')}
      </MenuItem>
      <MenuItem className={toolMenu['item']} onClick={() => void open()}>
        {t('picture.open')}
      </MenuItem>
    </Menu>
  )
}
