/** POST keeps a choice of the member (`upsert_keys`, spec §7); GET shows what was chosen. */
export const PREFERENCE_PATH = '/v3/private/user/member/pref-setting'

/** Each question that a member may switch off, and its name on the wire; the last three are ours. */
export const PREFERENCE_KEYS = {
  asksBeforeReverse: 'reverseClickTipStatus',
  asksBeforeClose: 'closeClickTipStatus',
  asksBeforeCancelAll: 'cancelAllClickTipStatus',
  asksBeforeChartCancel: 'chartCancelClickTipStatus',
} as const

export type PreferenceKey = keyof typeof PREFERENCE_KEYS
/** Whether a question is shown or hidden. */
export const PREFERENCE_WORDS = ['show', 'hide'] as const
