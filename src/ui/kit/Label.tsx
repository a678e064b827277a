interface Props {
  readonly label: string
  readonly shortLabel?: string | undefined
}

/** A label: where the place of a field says half of it, the other half is what is seen, and the whole is what is heard. */
export function Label({ label, shortLabel }: Props) {
  if (shortLabel === undefined) return <>{label}</>
  return (
    <>
      <span aria-hidden="true">{shortLabel}</span>
      <span className="visually-hidden">{label}</span>
    </>
  )
}
