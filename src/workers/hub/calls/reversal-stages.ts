import type { ReverseRecord } from '../store/stored-records'

export type ReversalStage = ReverseRecord['state']

export type ReversalEvent =
  /** The pair cannot be written down, or its closing order was refused or never taken. */
  | 'notClosed'
  | 'closedNothing'
  /** Closed within the window, by the hub instance that was pressed. */
  | 'closed'
  /** Closed, and the opening order must not leave by itself: too late, another hub instance, a leverage refused. */
  | 'closedOnly'
  | 'opened'
  | 'notOpened'
  | 'pressedAgain'
  | 'dismissed'

/**
 * The life of a pair; an event that a stage does not list changes nothing. The opening order leaves on entering `opening`
 * alone: from `closing` in one go, or by the user's own press on `notReopened` (O13). A restart takes neither way.
 */
export const NEXT_REVERSAL_STAGE: {
  readonly [S in ReversalStage]: Readonly<Partial<Record<ReversalEvent, ReversalStage>>>
} = {
  closing: { notClosed: 'refused', closedNothing: 'refused', closed: 'opening', closedOnly: 'notReopened' },
  opening: { opened: 'accepted', notOpened: 'notReopened' },
  notReopened: { pressedAgain: 'opening', dismissed: 'refused' },
  accepted: {},
  refused: {},
}
