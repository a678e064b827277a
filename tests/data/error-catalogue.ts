/**
 * The error catalogue of specification §8 "Global toast handler", restated row by row, and what the screen does with each.
 * Nothing here is read from the program.
 */
export type Behaviour =
  /** Session cleared, and said. */
  | 'clearsSession'
  /** A dialog, and no toast. */
  | 'wall'
  /** A toast once per 10 s at most. */
  | 'throttled'
  /** `requestTimeOut` beside the word that the result is unknown (decisions 9). */
  | 'timeOut'
  | 'nothing'
  /** In these words. */
  | 'words'
  /** "code: message", with the exchange's own message. */
  | 'codeAndMessage'

export interface CatalogueRow {
  readonly codes: readonly number[]
  readonly behaviour: Behaviour
  /** What the answer brings beside its code. */
  readonly ext?: Readonly<Record<string, string>>
  /** What is said; of every code of the row. */
  readonly words?: string
}

const range = (from: number, to: number): readonly number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i)

/** Grid-bot codes that the specification gives a meaning; the others of 400–503 say code and message. */
const GRID_WITH_WORDS = [400, 401, 402, 405, 408, 411, 414, ...range(415, 419), 420, 421, 430]

export const ERROR_CATALOGUE: readonly CatalogueRow[] = [
  { codes: [10007], behaviour: 'clearsSession', words: 'The session has ended. Sign in again.' },
  { codes: [10009], behaviour: 'clearsSession', words: 'The exchange is not available in this region.' },
  { codes: [33003], behaviour: 'clearsSession', words: 'The exchange does not know this API key.' },
  { codes: [10024], behaviour: 'wall' },
  { codes: [10006], behaviour: 'throttled', words: 'Too many requests. Wait a moment.' },
  { codes: [9000001], behaviour: 'timeOut', words: 'The exchange did not answer in time.' },
  { codes: [30099, 30177], behaviour: 'nothing' },
  // Custom content if given; no road but that of split orders (39303, `orderSplitFailed`) gives any.
  { codes: [39303, 30164, 30175, 30187, 30185, 10042, 10043, 10047, 10048], behaviour: 'codeAndMessage' },
  {
    codes: [30162],
    behaviour: 'words',
    ext: { max_leverage: '25' },
    words: 'For this size, the risk limit allows a leverage of at most 25×.',
  },
  // The message needs its maximum.
  { codes: [30162], behaviour: 'codeAndMessage' },
  { codes: [30031], behaviour: 'words', words: 'Insufficient balance for this order.' },
  {
    codes: [30031],
    behaviour: 'words',
    ext: { required: '120', available: '99.5' },
    words: 'Insufficient balance: 120 needed, 99.5 available.',
  },
  ...(
    [
      ['LastPrice', 'last price'],
      ['MarkPrice', 'mark price'],
      ['IndexPrice', 'index price'],
      [null, 'price'],
    ] as const
  ).flatMap(([triggerBy, price]) =>
    (
      [
        [30027, `Long: set the take profit above the ${price}.`],
        [30028, `Long: set the stop loss above the liquidation price and below the ${price}.`],
        [30029, `Short: set the stop loss above the ${price} and below the liquidation price.`],
        [30030, `Short: set the take profit below the ${price}.`],
        [30074, `The trigger price must be above the ${price}.`],
        [30075, `The trigger price must be below the ${price}.`],
      ] as const
    ).map(([code, words]) => ({
      codes: [code],
      behaviour: 'words' as const,
      words,
      ...(triggerBy === null ? {} : { ext: { triggerBy } }),
    })),
  ),
  {
    codes: [...range(39401, 39440), ...range(12001, 12009), 90015, 90016, ...range(90063, 90067), 12054],
    behaviour: 'codeAndMessage',
  },
  { codes: [400], behaviour: 'words', words: "The bot's settings are not valid." },
  { codes: [401], behaviour: 'words', words: 'The balance does not cover the bot.' },
  { codes: [402], behaviour: 'words', words: 'You have as many bots as are allowed.' },
  { codes: [405], behaviour: 'words', words: 'The grid is closed already.' },
  { codes: [408], behaviour: 'words', words: 'A bot for this symbol exists already.' },
  { codes: [411], behaviour: 'words', words: 'The bot is closed.' },
  { codes: [414], behaviour: 'words', words: 'An active bot exists already.' },
  {
    codes: range(415, 419),
    behaviour: 'words',
    words: "The bot's take profit or stop loss is on the wrong side of the price.",
  },
  {
    codes: [420],
    behaviour: 'words',
    ext: { max_investment: '5000' },
    words: 'The margin is above its limit: at most 5,000.',
  },
  {
    codes: [421],
    behaviour: 'words',
    ext: { ban_reason: 'wash trading' },
    words: 'The account is banned: wash trading',
  },
  { codes: [430], behaviour: 'words', words: 'A transfer is in progress. Wait until it is done.' },
  { codes: range(400, 503).filter((code) => !GRID_WITH_WORDS.includes(code)), behaviour: 'codeAndMessage' },
  // "Otherwise": a code of no row, with words of ours and without.
  { codes: [110017], behaviour: 'words', words: 'Reduce-only: there is no position to reduce.' },
  { codes: [987654], behaviour: 'codeAndMessage' },
]
