import { computed } from '@preact/signals-react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { registerServiceWorker } from '../app-update/register-service-worker'
import { tellSymbolsChanged } from '../app-update/tell-symbols-changed'
import type { HubLink } from '../hub-link/hub-link'
import { startI18n } from '../i18n/i18n'
import { ErrorBoundary } from '../kit/ErrorBoundary'
import { fetchOnly } from '../kit/fetch-first'
import { markLoad } from '../kit/load-marks'
import { AppContext } from '../state/app-context'
import { followLeaves } from '../state/leave-news'
import type { Watch } from '../../workers/hub-api'
import { showBadge } from './app-badge'
import { bringPartsWhenQuiet } from './bring-parts-when-quiet'
import { createApp } from './create-app'
import { whenFirstScreen } from './first-screen'
import { findPicture, keepPictures, showPicture } from './first-picture'
import { nameManifest } from './name-manifest'
import { noteFirstAnswers } from './note-first-answers'
import { Pages } from './Pages'
import { readBootstrap } from './read-bootstrap'
import { reportFaults } from './report-faults'
import '../theme/tokens.css'
import '../theme/global.css'

/**
 * Draws the app over a hub that the page's first script attached.
 * @param early what was asked for already: its models are there before the first batch is
 */
export async function drawApp(hub: HubLink, early: readonly Watch[]): Promise<void> {
  document.documentElement.dataset['build'] = __HALYARD_BUILD__
  markLoad('app')
  noteFirstAnswers(hub)
  const bootstrap = readBootstrap(document)
  const { serviceWorker: isAllowed, chartLibrary: hasChartLibrary, api: apiOrigin } = bootstrap
  const refused = (why: string): void => void hub.api.reportFault('bootstrap', why)
  const words = startI18n({ origin: bootstrap.locales, refused })
  for (const one of bootstrap.refused) refused(one)
  const app = createApp(hub, { early, hasChartLibrary, apiOrigin })
  const first = findPicture(document, app.kept.local)
  if (first !== null) showPicture(app, first)
  if (isAllowed) keepPictures(app)
  followLeaves(app.account)
  reportFaults(hub.api)
  tellSymbolsChanged(app.catalogue.versionInForce, navigator.serviceWorker)
  const isDrawn = whenFirstScreen()
  bringPartsWhenQuiet(isDrawn)
  void isDrawn.then(nameManifest)
  // Of the live account alone: a recording's positions are nobody's.
  const held = computed(() => app.account.positions.value.length)
  showBadge(held, navigator)
  const root = document.getElementById('root')
  if (root === null) throw new Error('the page has no #root')

  await words
  markLoad('words')
  createRoot(root).render(
    <StrictMode>
      <AppContext value={app}>
        <ErrorBoundary area="page">
          <Pages />
        </ErrorBoundary>
      </AppContext>
    </StrictMode>,
  )
  // The largest of the page: earlier, the first prices would stand behind it on the line.
  if (early.length > 0) void fetchOnly(() => import('../chart/chart-session'))

  const register = (): void => registerServiceWorker(isAllowed, isDrawn)
  if (document.readyState === 'complete') register()
  else addEventListener('load', register, { once: true })
}
