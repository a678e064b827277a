import type { ChildProcess } from 'node:child_process'

const children = new Set<ChildProcess>()

process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

/**
 * A process that ends with the one that started it: a test that fails before it can close what it started would leave
 * that running beside all tests that come after.
 */
export function endsWithUs<T extends ChildProcess>(child: T): T {
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}
