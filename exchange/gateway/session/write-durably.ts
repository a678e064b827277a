import { mkdir, open as openFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Replaces a small file as a whole: whoever reads it sees the old text or the new one. For its owner's eyes only. */
export async function writeDurably(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const handle = await openFile(`${file}.new`, 'w', 0o600)
  try {
    await handle.writeFile(text)
    await handle.datasync()
  } finally {
    await handle.close()
  }
  await rename(`${file}.new`, file)
}
