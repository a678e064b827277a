/** What happened to an order to make the message that tells of it (spec §3, order message actions). */
export type OrderAction = 'newed' | 'replaced' | 'canceled' | 'filled'
