/** Every market with its live figures (decisions 37: region Markets). */
export function MarketsPage() {
  return <section aria-label="Markets" />
}
