import { createInstance, type i18n as I18n } from 'i18next'

/** The page's one translator; `startI18n` gives it words. */
export const i18n: I18n = createInstance()
