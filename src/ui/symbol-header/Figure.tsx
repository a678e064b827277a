import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation'
import type { KeyOf } from '../i18n/words'
import styles from './SymbolHeader.module.css'

interface Props {
  readonly name: string
  /** Of what has a name of its own, that. */
  readonly label: KeyOf<'market'> | { readonly text: ReactNode }
  /** The label where room is short. */
  readonly short?: KeyOf<'market'>
  readonly value: ReactNode
}

/** One figure of the header with its label. */
export function Figure({ name, label, short, value }: Props) {
  const { t } = useTranslation('market')
  return (
    <div className={styles['figure']} data-figure={name}>
      <dt>
        <span className={short === undefined ? undefined : styles['wide']}>
          {typeof label === 'string' ? t(label) : label.text}
        </span>
        {short !== undefined && <span className={styles['narrow']}>{t(short)}</span>}
      </dt>
      <dd>{value}</dd>
    </div>
  )
}
