import { useSignals } from '@preact/signals-react/runtime'
import { useTranslation } from '../i18n/use-translation'
import { InstallModel } from './install-model'
import { hasInstallBanner, isInstalled } from './installed'

/** The page's. It listens from the first script on: the browser makes its offer once. */
const installModel = new InstallModel({ target: globalThis, isInstalled, hasBanner: hasInstallBanner })

/** Offers to install the app, where the browser would. @param props.className of the button */
export function InstallButton({ className }: { readonly className?: string | undefined }) {
  useSignals()
  const { t } = useTranslation('app')
  if (!installModel.canInstall.value) return null
  return (
    <button type="button" className={className} onClick={() => void installModel.install()}>
      {t('install.press')}
    </button>
  )
}
