export declare const EXCHANGE_FLAGS: readonly string[]
