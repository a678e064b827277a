/** Whether somebody hears of an account's wallet: of the others it is not reckoned out. */
export type Follows = (account: string) => boolean

export const followsAll: Follows = () => true
