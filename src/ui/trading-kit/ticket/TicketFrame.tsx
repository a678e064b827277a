import type { ReadonlySignal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useEffect, useId, useRef, type ReactNode } from 'react'
import type { Money } from '../../../domain/decimal'
import { formatCoin } from '../../format'
import { useTranslation } from '../../i18n/use-translation'
import { lazyUntilSign } from '../../kit/first-sign'
import { Slider } from '../../kit/Slider'
import { Tabs, type TabItem } from '../../kit/Tabs'
import { useApp } from '../../state/app-context'
import type { SendQuestion } from '../send-question'
import styles from './Ticket.module.css'
import { useHeldPrice } from './use-held-price'

const SendQuestionDialog = lazyUntilSign(
  'dialog',
  async () => (await import('../SendQuestionDialog')).SendQuestionDialog,
)

interface Props<Tab extends string> {
  readonly ticket: {
    /** Follows the market while it is on the screen. */
    start(): () => void
    /** Of a ticket whose price may follow the book. */
    holdPrice?(isHeld: boolean): void
    /** Of a ticket that is told of its fields as a whole: one was typed into, ticked or chosen. */
    edited?(): void
  }
  readonly tabs: readonly TabItem<Tab>[]
  readonly tab: Tab
  readonly onTab: (tab: Tab) => void
  /** What stands above the tabs. */
  readonly head?: ReactNode
  /** Why tabs are disabled. */
  readonly disabledReason?: string | null
  /** What stands in the tab. */
  readonly children: ReactNode
}

/** The frame of every ticket (decisions 37: region Order entry): its kinds of orders as tabs, and what the page keeps. */
export function TicketFrame<Tab extends string>(props: Props<Tab>) {
  useSignals()
  const { ticket, tabs, tab, onTab, head = null, disabledReason = null, children } = props
  const { t } = useTranslation('trade')
  const app = useApp()
  useEffect(() => ticket.start(), [ticket])
  const section = useRef<HTMLElement>(null)
  useHeldPrice(section, ticket)
  const storage = app.connection.storage.value
  const id = useId()
  return (
    <section
      ref={section}
      className={styles['ticket']}
      data-ticket=""
      aria-label={t('orderEntry')}
      onInput={() => ticket.edited?.()}
    >
      {head}
      <div className={styles['types']}>
        <Tabs<Tab>
          label={t('orderType')}
          idPrefix={id}
          selected={tab}
          onSelect={onTab}
          items={tabs}
          disabledReason={`${id}-disabled`}
        />
      </div>
      {disabledReason === null ? null : (
        // What describes the tabs is within: an <output> is named by its labels, not by its words.
        <output className={styles['auction']}>
          <span id={`${id}-disabled`}>{disabledReason}</span>
        </output>
      )}
      {storage === 'memory' || storage === 'failing' ? (
        <output className={styles['memory']}>{t(`storage.${storage}`)}</output>
      ) : null}
      <div id={`${id}-${tab}-panel`} role="tabpanel" aria-labelledby={`${id}-${tab}-tab`} className={styles['form']}>
        {children}
      </div>
    </section>
  )
}

interface AvailableProps {
  readonly available: ReadonlySignal<Money | null>
  readonly coin: string | null
}

/** What is free of the coin that an order needs. It reads it by itself: it changes with each price of what is held. */
export function AvailableLine({ available, coin }: AvailableProps) {
  useSignals()
  const { t } = useTranslation('trade')
  return (
    <p className={styles['line']}>
      <span>{t('available')}</span>
      <output aria-live="off">
        {formatCoin(available.value, coin)} {coin}
      </output>
    </p>
  )
}

const MARKS = [0, 25, 50, 75, 100]

interface SizeSliderProps {
  readonly percent: ReadonlySignal<number>
  onPercent(percent: number): void
}

/** The size as a share of the most, 0–100. It reads its signal by itself: a key in the size draws no other field anew. */
export function SizeSlider({ percent: shown, onPercent }: SizeSliderProps) {
  useSignals()
  const { t } = useTranslation('trade')
  const percent = shown.value
  return (
    <Slider
      label={t('orderSize')}
      min={0}
      max={100}
      step={1}
      value={percent}
      marks={MARKS}
      valueText={`${percent}%`}
      onValue={onPercent}
    />
  )
}

/** The question before a press is sent, while there is one. */
export function TicketQuestion({ question }: { readonly question: SendQuestion }) {
  useSignals()
  return (
    <Suspense fallback={null}>
      {question.asked.value === null ? null : <SendQuestionDialog question={question} />}
    </Suspense>
  )
}
