/** A variable of the environment (decisions 31), as `--help` and the README name it. */
interface Variable {
  readonly name: string
  readonly otherwise: string
  readonly meaning: string
}

export const VARIABLES: readonly Variable[] = [
  { name: 'PORT', otherwise: '4173', meaning: 'where to listen; 0 picks a port and prints it' },
  { name: 'HOST', otherwise: 'loopback', meaning: 'address to listen on' },
  { name: 'HALYARD_DATA_DIR', otherwise: './.halyard', meaning: 'ledger, snapshots and history of the exchange' },
  { name: 'HALYARD_SEED', otherwise: '1', meaning: 'seed of the simulated market; a ledger keeps its own' },
  { name: 'HALYARD_FEED', otherwise: 'none', meaning: 'a recorded feed to replay as the market of its symbol' },
  { name: 'HALYARD_SPEED', otherwise: '1', meaning: 'how much faster than recorded the feed runs' },
  { name: 'HALYARD_REGION', otherwise: 'global', meaning: 'global, or eu for the list of the EU' },
  { name: 'HALYARD_MARKETS', otherwise: 'all', meaning: 'all, contracts or linear: what a new ledger lists' },
  { name: 'HALYARD_API', otherwise: 'this origin', meaning: 'host that the app calls' },
  { name: 'HALYARD_WS', otherwise: 'this origin', meaning: 'host that the app connects to' },
  { name: 'HALYARD_LOCALES', otherwise: 'this origin', meaning: 'host of translations' },
  { name: 'HALYARD_VENUE', otherwise: 'sandbox', meaning: 'what the app takes the exchange for; or sandbox-weaker' },
  { name: 'HALYARD_ORIGINS', otherwise: 'none', meaning: 'origins of a TLS proxy in front, with commas' },
  { name: 'HALYARD_METRICS_TOKEN', otherwise: 'none', meaning: 'what /metrics asks for; this computer alone without' },
  { name: 'HALYARD_SERVICE_WORKER', otherwise: '1', meaning: '0 makes browsers drop what they kept of the app' },
  { name: 'HALYARD_CHART_LIBRARY', otherwise: '1', meaning: '0 leaves charting_library/ of the app unused' },
  { name: 'HALYARD_CONTROL', otherwise: '0', meaning: '1 opens the test control on loopback' },
]

/** What `--help` prints. */
export function usage(): string {
  const names = VARIABLES.map(({ name, otherwise }) => `${name} (${otherwise})`)
  const width = Math.max(...names.map((name) => name.length))
  const rows = VARIABLES.map(({ meaning }, i) => `  ${names[i]!.padEnd(width)}  ${meaning}`)
  return [
    'Halyard: the exchange, and the app that trades on it.',
    '',
    'usage: npm start',
    '       npm run -s sandbox -- verify [DATA FOLDER]',
    '',
    'Variables of the environment, with what they are if they are not set:',
    ...rows,
    '',
    'SIGTERM and SIGINT stop it: what was accepted is on disk and answered first.',
    'docs/operate.md says how to run it behind a proxy, back it up and watch it.',
    '',
  ].join('\n')
}

/**
 * @param args of the command line, without program and script
 * @returns what to print and the exit code; `null` to go on and start
 */
export function readArguments(args: readonly string[]): { readonly text: string; readonly code: 0 | 2 } | null {
  const [first] = args
  if (first === undefined) return null
  if (args.length === 1 && (first === '--help' || first === '-h')) return { text: usage(), code: 0 }
  return { text: `"${first}" is not known: --help is the only argument, the rest are variables\n`, code: 2 }
}
