/** What a visitor asks about paper accounts, beside his session. */
export const ACCOUNTS_PATH = '/sandbox/accounts'
export const ACCOUNT_NAME_PATH = '/sandbox/account-name'
export const FAUCET_PATH = '/sandbox/faucet'
