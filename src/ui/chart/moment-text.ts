const formats = new Map<string, Intl.DateTimeFormat>()

/** A moment in the chart's time zone, to be read out: `2026-01-10 20:00 Europe/Berlin`. */
export function momentText(timeMs: number, timezone: string): string {
  let format = formats.get(timezone)
  if (format === undefined) {
    // Sweden writes days as ISO 8601 does.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'short' })
    formats.set(timezone, format)
  }
  return `${format.format(timeMs)} ${timezone.replaceAll('_', ' ')}`
}
