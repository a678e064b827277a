/** What a venue may list beside contracts. A ledger says in its first line which of them it has. */
export const PRODUCT_FAMILIES = ['option', 'spot', 'leveragedToken', 'spread'] as const
export type ProductFamily = (typeof PRODUCT_FAMILIES)[number]
