import { mkdir, open as openFile, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { StoredText, StoredTexts } from '../../../api/host-ports'

/** Texts as small files in one folder. */
export function textsIn(folder: string): StoredTexts {
  return (name) => new TextFile(join(folder, name))
}

class TextFile implements StoredText {
  constructor(readonly name: string) {}

  async read(): Promise<string | null> {
    try {
      return await readFile(this.name, 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    }
  }

  async write(text: string): Promise<void> {
    await mkdir(dirname(this.name), { recursive: true })
    await put(`${this.name}.new`, 'w', text, true)
    await rename(`${this.name}.new`, this.name)
  }

  append(text: string, { isDurable }: { readonly isDurable: boolean }): Promise<void> {
    return put(this.name, 'a', text, isDurable)
  }

  remove(): Promise<void> {
    return rm(this.name, { force: true })
  }
}

async function put(file: string, flag: 'a' | 'w', text: string, isDurable: boolean): Promise<void> {
  const handle = await openFile(file, flag, 0o600)
  try {
    await handle.writeFile(text)
    if (isDurable) await handle.datasync()
  } finally {
    await handle.close()
  }
}
