/** Whether two values that JSON can say are equal, in whatever order their fields stand. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false
    return one.every((value, at) => isSameJson(value, other[at]))
  }
  const [fields, others] = [one as Readonly<Record<string, unknown>>, other as Readonly<Record<string, unknown>>]
  const names = Object.keys(fields)
  if (names.length !== Object.keys(others).length) return false
  return names.every((name) => Object.hasOwn(others, name) && isSameJson(fields[name], others[name]))
}
