/**
 * The picture of a chart with the labels of its lines, which are elements over the canvas and so not in it. Buttons are
 * left out: a picture cannot be pressed.
 *
 * @param picture of the engine, as large as the container in device pixels
 */
export async function paintLabels(picture: Blob, container: HTMLElement): Promise<Blob> {
  const chips = [...container.querySelectorAll<HTMLElement>('[data-chip]')].filter((chip) => chip.offsetParent !== null)
  if (chips.length === 0) return picture
  const bitmap = await createImageBitmap(picture)
  const canvas = document.createElement('canvas')
  canvas.width = bitmap.width
  canvas.height = bitmap.height
  const ctx = canvas.getContext('2d')
  if (ctx === null) return picture
  ctx.drawImage(bitmap, 0, 0)
  bitmap.close()
  const frame = container.getBoundingClientRect()
  ctx.scale(canvas.width / frame.width, canvas.height / frame.height)
  for (const part of chips.flatMap((chip) => [...chip.querySelectorAll<HTMLElement>('span')])) {
    if (part.offsetParent !== null) paintLabel(ctx, part, frame)
  }
  const painted = await new Promise<Blob | null>((done) => canvas.toBlob(done, picture.type))
  return painted ?? picture
}

function paintLabel(ctx: CanvasRenderingContext2D, part: HTMLElement, frame: DOMRect): void {
  const style = getComputedStyle(part)
  const box = part.getBoundingClientRect()
  const [left, top] = [box.left - frame.left, box.top - frame.top]
  ctx.fillStyle = style.backgroundColor
  ctx.fillRect(left, top, box.width, box.height)
  ctx.strokeStyle = style.borderTopColor
  ctx.lineWidth = 1
  ctx.setLineDash(style.borderTopStyle === 'solid' ? [] : [3, 2])
  ctx.strokeRect(left + 0.5, top + 0.5, box.width - 1, box.height - 1)
  ctx.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
  ctx.fillStyle = style.color
  ctx.textBaseline = 'middle'
  ctx.fillText(
    `${arrowOf(part)}${part.textContent ?? ''}`,
    left + Number.parseFloat(style.paddingLeft),
    top + box.height / 2,
  )
}

/** Before the text of a line that is beyond the prices in view: the style sheet's, so that it is no part of the text. */
function arrowOf(part: HTMLElement): string {
  const edge = part.dataset['chipText'] === undefined ? undefined : part.parentElement?.dataset['edge']
  return edge === undefined ? '' : edge === 'up' ? '↑ ' : '↓ '
}
