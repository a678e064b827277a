/** Before the text of an alert, as the style sheet of the labels has it: px, and corners as shares of the size. */
const BELL = {
  size: 11,
  gap: 5,
  corners: [
    [0.5, 0],
    [0.62, 0.1],
    [0.84, 0.3],
    [0.88, 0.7],
    [1, 0.84],
    [0.6, 0.84],
    [0.5, 1],
    [0.4, 0.84],
    [0, 0.84],
    [0.12, 0.7],
    [0.16, 0.3],
    [0.38, 0.1],
  ],
} as const

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
  const [start, middle] = [left + Number.parseFloat(style.paddingLeft), top + box.height / 2]
  const hasBell = part.dataset['chipText'] !== undefined && part.parentElement?.dataset['kind'] === 'alert'
  if (hasBell) paintBell(ctx, start, middle)
  ctx.fillText(`${arrowOf(part)}${part.textContent ?? ''}`, start + (hasBell ? BELL.size + BELL.gap : 0), middle)
}

function paintBell(ctx: CanvasRenderingContext2D, left: number, middle: number): void {
  ctx.beginPath()
  for (const [x, y] of BELL.corners) ctx.lineTo(left + x * BELL.size, middle + (y - 0.5) * BELL.size)
  ctx.closePath()
  ctx.fill()
}

/** Before the text of a line that is beyond the prices in view: the style sheet's, so that it is no part of the text. */
function arrowOf(part: HTMLElement): string {
  const edge = part.dataset['chipText'] === undefined ? undefined : part.parentElement?.dataset['edge']
  return edge === undefined ? '' : edge === 'up' ? '↑ ' : '↓ '
}
