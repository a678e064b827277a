declare const brands: unique symbol

/** A `T` that only code naming `Name` may produce. Brands stack: a `Price` is also a `DecimalText`. */
export type Brand<T, Name extends string> = T & { readonly [brands]: { readonly [N in Name]: true } }
