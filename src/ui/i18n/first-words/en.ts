// The words of the first screen, in one file: three of their own would be three requests before the first price.
export { default as app } from '../../../../locales/en/app.json'
export { default as market } from '../../../../locales/en/market.json'
export { default as trade } from '../../../../locales/en/trade.json'
