/** Alt+Shift+D opens the diagnostics page from anywhere: by the key's place, so that every layout has it. */
export function isDiagnosticsKey(event: KeyboardEvent): boolean {
  return event.code === 'KeyD' && event.altKey && event.shiftKey && !event.ctrlKey && !event.metaKey && !event.repeat
}
