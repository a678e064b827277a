import type { CallAnswer } from '../../../api/call'
import { EXPOSITION_TYPE } from './exposition'
import type { MetricsReaders } from './metrics-reader'

const PLAIN = 'text/plain; charset=utf-8'

/** @param text worked out only for those who may read it */
export function answerMetrics(who: ReturnType<MetricsReaders['check']>, text: () => string): CallAnswer {
  switch (who) {
    case 'reader':
      return { status: 200, type: EXPOSITION_TYPE, headers: [], body: text() }
    case 'unknown':
      return { status: 401, type: PLAIN, headers: ['www-authenticate', 'Bearer'], body: 'wrong or missing token' }
    case 'nobody':
      return { status: 404, type: PLAIN, headers: [], body: 'not found' }
  }
}
