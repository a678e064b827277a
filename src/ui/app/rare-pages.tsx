import { Suspense, type ComponentProps } from 'react'
import { lazyPart } from '../kit/load-part'

/* Pages that say one thing, for addresses that few open: in a file of their own. */

const rare = () => import('./NotFoundPages')
const NotFound = lazyPart('tradePage', async () => (await rare()).NotFoundPage)
const Unknown = lazyPart('tradePage', async () => (await rare()).UnknownSymbol)
const Invite = lazyPart('tradePage', async () => (await rare()).InvitePage)
const Open = lazyPart('tradePage', async () => (await import('./OpenPage')).OpenPage)

export function NotFoundPage() {
  return (
    <Suspense fallback={null}>
      <NotFound />
    </Suspense>
  )
}

export function UnknownSymbol(props: ComponentProps<typeof Unknown>) {
  return (
    <Suspense fallback={null}>
      <Unknown {...props} />
    </Suspense>
  )
}

export function InvitePage() {
  return (
    <Suspense fallback={null}>
      <Invite />
    </Suspense>
  )
}

export function OpenPage() {
  return (
    <Suspense fallback={null}>
      <Open />
    </Suspense>
  )
}
