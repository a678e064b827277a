import { Component, type ReactNode } from 'react'
import styles from './ErrorBoundary.module.css'
import { say } from '../i18n/instance'

/** What may break by itself, as a key of `app:areaFailed`. */
export type Area = 'account' | 'book' | 'chart' | 'ladder' | 'markets' | 'page' | 'symbol' | 'ticket' | 'trades'

interface Props {
  /** What broke; the rest of the page goes on. */
  readonly area: Area
  readonly children: ReactNode
}

/** Keeps a mistake inside the area where it was made, and says so. */
export class ErrorBoundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <div className={styles['failed']} role="alert">
        <p>{say(`app:areaFailed.${this.props.area}`)}</p>
        <button type="button" className={styles['again']} onClick={() => this.setState({ failed: false })}>
          {say('app:tryAgain')}
        </button>
      </div>
    )
  }
}
