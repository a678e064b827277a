/** A module for a thread, as the text of one plain script (`scripts/lib/thread-text.mjs` makes it). */
declare module '*.ts?thread' {
  const text: string
  export default text
}
