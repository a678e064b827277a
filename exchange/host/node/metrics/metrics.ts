import { performance } from 'node:perf_hooks'
import type { ApiCounts } from '../../../api/create-api'
import type { Journal } from '../../../journal/journal-port'
import { expositionOf, type Family } from './exposition'

export interface MetricsPorts {
  readonly build: string
  readonly journal: Pick<Journal, 'durableSeq' | 'appliedSeq' | 'now'>
  /** History rows that are in the ledger and not yet in SQLite; absent where nothing writes them. */
  readonly historyBacklog?: () => number
  readonly counts: () => ApiCounts
  /** HTTP connections that are open. */
  readonly connections: () => number
}

/** What an operator watches of this process, as a Prometheus server reads it. Nothing in it is of one account. */
export class Metrics {
  readonly #answers = new Map<number, number>()
  #faults = 0

  /** An HTTP request was answered. */
  answered(status: number): void {
    this.#answers.set(status, (this.#answers.get(status) ?? 0) + 1)
  }

  /** A fault happened that nobody foresaw. */
  faulted(): void {
    this.#faults++
  }

  text({ build, journal, historyBacklog, counts, connections }: MetricsPorts): string {
    const { sockets, sessions, accounts, cspViolations } = counts()
    const memory = process.memoryUsage()
    const { user, system } = process.cpuUsage()
    return expositionOf([
      gauge('halyard_build_info', 'The build that runs.', 1, { build }),
      counter('halyard_ledger_applied_sequence', 'Ledger sequence of the newest line.', journal.appliedSeq()),
      counter('halyard_ledger_durable_sequence', 'Ledger sequence of the newest line on disk.', journal.durableSeq()),
      ...(historyBacklog === undefined
        ? []
        : [gauge('halyard_history_backlog_rows', 'History rows that wait to be written.', historyBacklog())]),
      gauge('halyard_exchange_time_seconds', 'Exchange time, since 1970.', journal.now() / 1_000),
      gauge('halyard_accounts', 'Accounts, those of the market not counted.', accounts),
      gauge('halyard_sessions', 'Sessions that are signed in.', sessions),
      gauge('halyard_sockets', 'WebSockets that are open.', sockets),
      gauge('halyard_connections', 'HTTP connections that are open.', connections()),
      {
        name: 'halyard_http_answers_total',
        type: 'counter',
        help: 'Answered HTTP requests by status.',
        samples: [...this.#answers].map(([status, value]) => ({ labels: { status: String(status) }, value })),
      },
      counter('halyard_faults_total', 'Faults that nobody foresaw; each is on standard error.', this.#faults),
      counter('halyard_csp_reports_total', 'Reports of what a page was kept from.', cspViolations),
      counter(
        'halyard_busy_seconds_total',
        'Time in which the thread that takes orders was busy.',
        performance.eventLoopUtilization().active / 1_000,
      ),
      counter('process_cpu_seconds_total', 'Processor time of all threads.', (user + system) / 1e6),
      gauge('process_resident_memory_bytes', 'Memory that the process holds.', memory.rss),
      gauge('process_heap_bytes', 'Memory of the JavaScript heap in use.', memory.heapUsed),
      gauge('process_start_time_seconds', 'Start of the process, since 1970.', performance.timeOrigin / 1_000),
    ])
  }
}

function gauge(name: string, help: string, value: number, labels: Readonly<Record<string, string>> = {}): Family {
  return { name, type: 'gauge', help, samples: [{ labels, value }] }
}

function counter(name: string, help: string, value: number): Family {
  return { name, type: 'counter', help, samples: [{ value }] }
}
