/** Puts the focus into the first field of the page's ticket, whose tabs and choices stand around it. */
export function focusTicket(): void {
  document.querySelector<HTMLElement>('[data-ticket] input[inputmode]')?.focus()
}
