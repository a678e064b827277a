import type { CDPSession } from '@playwright/test'

/** Sends one command of the browser's protocol; Playwright knows the types of its parameters and answers. */
export type Cdp = CDPSession['send']
