import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { registerServiceWorker } from '../app-update/register-service-worker'
import { attachHub } from '../hub-link/attach'
import { chooseHub } from '../hub-link/choose-hub'
import { startI18n } from '../i18n/i18n'
import { AppContext } from '../state/app-context'
import { createApp } from './create-app'
import { noteFirstAnswers } from './note-first-answers'
import { readBootstrap } from './read-bootstrap'
import { reportFaults } from './report-faults'
import { installTrustedTypes } from './trusted-types'
import { markLoad } from '../kit/load-marks'
import { ErrorBoundary } from '../kit/ErrorBoundary'
import { Pages } from './Pages'
import '../theme/tokens.css'
import '../theme/global.css'

markLoad('script')
installTrustedTypes()
document.documentElement.dataset['build'] = __HALYARD_BUILD__

const openWorker = await chooseHub()
const app = createApp(attachHub({ build: __HALYARD_BUILD__, bootstrap: readBootstrap(document), openWorker }))
reportFaults(app.hub.api)
noteFirstAnswers(app.hub)
const root = document.getElementById('root')
if (root === null) throw new Error('the page has no #root')

await startI18n()
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

if (document.readyState === 'complete') registerServiceWorker()
else addEventListener('load', () => registerServiceWorker(), { once: true })
