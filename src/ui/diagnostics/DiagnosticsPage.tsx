import type { KeyOf, Translate } from '../i18n/words'
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useMemo, type ReactNode } from 'react'
import { Link } from 'wouter'
import type { Diagnostics, Fault, StreamHealth, TabHealth } from '../../workers/hub-api'
import type { ChannelStatus } from '../../workers/hub-events'
import type { ConnectionEvent, ConnectionEventName } from '../../workers/venue/connection-events'
import { downloadBlob } from '../kit/download-blob'
import { formatAge, formatCount, formatDateTime } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { Button } from '../kit/Button'
import { DataTable, type Column } from '../kit/DataTable'
import { TableSkeleton } from '../kit/TableSkeleton'
import { useApp } from '../state/app-context'
import { ASK_MS, DiagnosticsModel } from './diagnostics-model'
import styles from './DiagnosticsPage.module.css'
import { ListFacts } from './ListFacts'
import { LoadSteps } from './LoadSteps'

/** What the hub knows of itself, and the two files that a report of a fault needs. */
export function DiagnosticsPage() {
  useSignals()
  const { t } = useTranslation('diagnostics')
  const { hub } = useApp()
  const model = useMemo(() => new DiagnosticsModel(hub.api), [hub])
  useEffect(() => {
    void model.ask()
    const timer = setInterval(() => void model.ask(), ASK_MS)
    return () => clearInterval(timer)
  }, [model])
  const report = model.report.value
  const failure = model.failure.value
  return (
    <div className={styles['page']}>
      <h1 className={styles['title']}>{t('title')}</h1>
      {failure === null ? null : <p role="alert">{t('failed', { reason: failure })}</p>}
      <Files model={model} />
      {report === null ? <TableSkeleton /> : <Report report={report} isOld={failure !== null} />}
      <LoadSteps />
    </div>
  )
}

function Files({ model }: { readonly model: DiagnosticsModel }) {
  const { t } = useTranslation('diagnostics')
  return (
    <div className={styles['files']}>
      <p>
        <Button tone="accent" onClick={() => void save(model.audit())}>
          {t('audit')}
        </Button>
        <small>{t('auditHint')}</small>
      </p>
      <p>
        <Button onClick={() => void save(model.recording())}>{t('recording')}</Button>
        <small>
          {t('recordingHint')} <Link href="/replay">{t('replay')}</Link>
        </small>
      </p>
    </div>
  )
}

async function save(file: Promise<File | null>): Promise<void> {
  const made = await file
  if (made !== null) downloadBlob(made, made.name)
}

function Report({ report, isOld }: { readonly report: Diagnostics; readonly isOld: boolean }) {
  const { t } = useTranslation('diagnostics')
  const { status, queues } = report
  return (
    <div className={styles['report']} data-stale={isOld ? '' : undefined}>
      <Section title={t('hub')}>
        <dl className={styles['facts']}>
          <Fact name={t('hubEpoch')} value={report.epoch.slice(0, 8)} />
          <Fact name={t('hubTerm')} value={String(report.term)} />
          <Fact name={t('build')} value={report.build} />
          <Fact name={t('uptime')} value={formatAge(report.upMs)} />
          <Fact name={t('clockOffset')} value={milliseconds(status.clockOffsetMs)} />
          <Fact name={t('storage')} value={t(`storageKind.${report.storage}`)} />
          <Fact name={t('heap')} value={report.heapBytes === null ? '--' : megabytes(report.heapBytes)} />
          <Fact name={t('recorded')} value={megabytes(report.recorded)} />
          <Fact name={t('dropped')} value={formatCount(status.dropped)} />
          <Fact name={t('resyncs')} value={formatCount(status.resyncs)} />
          <Fact name={t('sending')} value={formatCount(queues.sending)} />
          <Fact name={t('unknown')} value={formatCount(queues.unknown)} />
          <Fact name={t('callsLeft')} value={formatCount(queues.callsLeft)} />
        </dl>
      </Section>
      <Section title={t('lists')}>
        <ListFacts />
      </Section>
      <Section title={t('channels')}>
        <DataTable
          label={t('channels')}
          columns={channelColumns(t, report.atMs)}
          rows={[
            { id: 'public', status: status.publicChannel },
            { id: 'private', status: status.privateChannel },
          ]}
          rowKey={({ id }) => id}
        />
      </Section>
      <Section title={t('events')}>
        {report.connections.length === 0 ? (
          <p>{t('noEvents')}</p>
        ) : (
          <DataTable
            label={t('events')}
            columns={eventColumns(t)}
            rows={report.connections.toReversed()}
            rowKey={({ atMs, channel, name }) => `${atMs}/${channel}/${name}`}
          />
        )}
      </Section>
      <Section title={t('streams')}>
        <DataTable
          label={t('streams')}
          columns={streamColumns(t)}
          rows={report.streams}
          rowKey={({ topic }) => topic}
          rowAttributes={({ topic }) => ({ 'data-topic': topic })}
        />
      </Section>
      <Section title={t('tabs')}>
        <DataTable label={t('tabs')} columns={tabColumns(t)} rows={report.tabs} rowKey={({ id }) => id} />
      </Section>
      <Section title={t('faults')}>
        {report.faults.length === 0 ? (
          <p>{t('noFaults')}</p>
        ) : (
          <DataTable
            label={t('faults')}
            columns={faultColumns(t)}
            rows={report.faults.toReversed()}
            rowKey={({ atMs, what, message }) => `${atMs}/${what}/${message}`}
          />
        )}
      </Section>
    </div>
  )
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

type Words = Translate<'diagnostics'>

function channelColumns(
  t: Words,
  atMs: number,
): readonly Column<{ readonly id: 'public' | 'private'; readonly status: ChannelStatus }>[] {
  return [
    { id: 'channel', title: t('channel'), align: 'start', cell: ({ id }) => t(id) },
    { id: 'state', title: t('state'), cell: ({ status }) => t(`app:channel.${status.state}`) },
    { id: 'sequence', title: t('sequence'), cell: ({ status }) => formatCount(status.seq) },
    {
      id: 'age',
      title: t('age'),
      cell: ({ status }) => formatAge(status.lastDataLocalMs === null ? null : atMs - status.lastDataLocalMs),
    },
    { id: 'latency', title: t('latency'), cell: ({ status }) => milliseconds(status.latencyMs) },
    { id: 'reconnects', title: t('reconnects'), cell: ({ status }) => formatCount(status.reconnects) },
  ]
}

function streamColumns(t: Words): readonly Column<StreamHealth>[] {
  return [
    { id: 'stream', title: t('stream'), align: 'start', cell: ({ topic }) => <code>{topic}</code> },
    { id: 'state', title: t('state'), cell: ({ isSynced }) => t(`synced.${isSynced}`) },
    { id: 'sequence', title: t('sequence'), cell: ({ seq }) => (seq === null ? '--' : formatCount(seq)) },
    { id: 'age', title: t('age'), cell: ({ ageMs }) => formatAge(ageMs) },
    { id: 'watchers', title: t('watchers'), cell: ({ watchers }) => formatCount(watchers) },
  ]
}

function tabColumns(t: Words): readonly Column<TabHealth>[] {
  return [
    {
      id: 'tab',
      title: t('tab'),
      align: 'start',
      cell: ({ id, isSelf }) => (
        <>
          <code>{id.slice(0, 8)}</code> {isSelf ? t('self') : ''}
        </>
      ),
    },
    { id: 'visible', title: t('state'), cell: ({ isVisible }) => t(`visible.${isVisible}`) },
    { id: 'streams', title: t('streams'), cell: ({ streams }) => formatCount(streams) },
    { id: 'batches', title: t('batches'), cell: ({ batches }) => formatCount(batches) },
    {
      id: 'waiting',
      title: t('pending'),
      cell: ({ isWaiting, pending }) => `${formatCount(pending)} · ${t(`waiting.${isWaiting}`)}`,
    },
  ]
}

/** Keys of the events that spec §3 names. */
const EVENT_WORD = {
  connect: 'eventName.connect',
  connected: 'eventName.connected',
  reconnect: 'eventName.reconnect',
  close: 'eventName.close',
  close_by_other: 'eventName.closeByOther',
  open_error: 'eventName.openError',
  heart_error: 'eventName.heartError',
  heart_back: 'eventName.heartBack',
  error: 'eventName.error',
} as const satisfies Record<ConnectionEventName, KeyOf<'diagnostics'>>

function eventColumns(t: Words): readonly Column<ConnectionEvent>[] {
  return [
    { id: 'time', title: t('time'), align: 'start', cell: ({ atMs }) => formatDateTime(atMs) },
    { id: 'channel', title: t('channel'), align: 'start', cell: ({ channel }) => t(channel) },
    { id: 'event', title: t('event'), align: 'start', cell: ({ name }) => t(EVENT_WORD[name]) },
  ]
}

function faultColumns(t: Words): readonly Column<Fault>[] {
  return [
    {
      id: 'fault',
      title: t('fault'),
      align: 'start',
      cell: ({ what, message }) => (
        <>
          <b>{what}</b> {message}
        </>
      ),
    },
    { id: 'count', title: t('count'), cell: ({ count }) => formatCount(count) },
    { id: 'time', title: t('time'), cell: ({ atMs }) => formatDateTime(atMs) },
  ]
}

function milliseconds(ms: number | null): string {
  return ms === null ? '--' : `${formatCount(Math.round(ms))} ms`
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_048_576).toFixed(1)} MB`
}
