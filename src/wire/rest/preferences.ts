/** POST keeps a choice of the member (`upsert_keys`, spec §7); GET shows what was chosen. */
export const PREFERENCE_PATH = '/v3/private/user/member/pref-setting'
