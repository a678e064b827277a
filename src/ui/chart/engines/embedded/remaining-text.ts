/** `12:44`, `3:12:44`, `2d 03h`: the time to a bar's close; empty once it is over. */
export function remainingText(remainingMs: number): string {
  const seconds = Math.ceil(remainingMs / 1000)
  if (seconds <= 0) return ''
  const [days, hours] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3600) % 24]
  const [minutes, rest] = [two(Math.floor(seconds / 60) % 60), two(seconds % 60)]
  if (days > 0) return `${days}d ${two(hours)}h`
  return hours > 0 ? `${hours}:${minutes}:${rest}` : `${minutes}:${rest}`
}

function two(count: number): string {
  return String(count).padStart(2, '0')
}
