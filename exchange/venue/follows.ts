/** Whether somebody hears of an account's wallet: of the others it is not reckoned out. */
export type Follows = (account: string) => boolean

export const followsAll: Follows = () => true
/** What is replayed is heard by the history alone, which has no wallets. */
export const followsNone: Follows = () => false
