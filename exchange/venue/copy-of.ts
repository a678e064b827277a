/** A deep copy by way of JSON, which is what a snapshot becomes anyway. */
export function copyOf<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T
}
