/** Characters of the name that a visitor gives an account. */
export const ACCOUNT_NAME_MAX = 20
