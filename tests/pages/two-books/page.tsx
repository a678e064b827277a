import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { InstrumentSymbol } from '../../../src/domain/order/order'
import { createApp } from '../../../src/ui/app/create-app'
import { attachHub } from '../../../src/ui/hub-link/attach'
import { chooseHub } from '../../../src/ui/hub-link/choose-hub'
import { startI18n } from '../../../src/ui/i18n/i18n'
import { PanelFrame } from '../../../src/ui/panels/PanelFrame'
import { AppContext, useApp } from '../../../src/ui/state/app-context'
import { LinkGroupContext, type LinkGroup } from '../../../src/ui/state/link-group'
import '../../../src/ui/theme/tokens.css'
import '../../../src/ui/theme/global.css'

const GROUPS: readonly LinkGroup[] = ['first', 'second']
const BTCUSDT = 'BTCUSDT' as InstrumentSymbol

/** A page for tests alone: book and ticket of one contract, twice, each pair linked. The build knows nothing of it. */
function TwoBooks() {
  const [shown, setShown] = useState(GROUPS)
  const market = useApp().market(BTCUSDT)
  return (
    <main style={{ display: 'flex' }}>
      {shown.map((group) => (
        <LinkGroupContext key={group} value={group}>
          <div data-group={group} style={{ inlineSize: 320 }}>
            <button type="button" onClick={() => setShown((before) => before.filter((one) => one !== group))}>
              Close
            </button>
            <div style={{ blockSize: 700 }}>
              <PanelFrame id="orderBook" market={market} />
            </div>
            <PanelFrame id="orderEntry" market={market} />
          </div>
        </LinkGroupContext>
      ))}
    </main>
  )
}

const app = createApp(attachHub({ build: 'two-books', openWorker: await chooseHub() }))
await startI18n({ origin: null, refused: () => {} })
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <AppContext value={app}>
      <TwoBooks />
    </AppContext>
  </StrictMode>,
)
