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

/** A small file that is written as a whole. Changes that come while it is being written share the next writing. */
export class WholeFile {
  #writing: Promise<void> = Promise.resolve()
  #next: Promise<void> | null = null

  /** @param file `null` keeps nothing */
  constructor(
    private readonly file: string | null,
    private readonly text: () => string,
  ) {}

  /** Settles once what is so now is on disk. One failed writing is its callers' to hear of, and the next one tries again. */
  save(): Promise<void> {
    if (this.file === null) return Promise.resolve()
    this.#next ??= this.#write(this.file)
    return this.#next
  }

  /** Settles when what was changed so far is on disk. */
  flush(): Promise<void> {
    return (this.#next ?? this.#writing).catch(() => undefined)
  }

  async #write(file: string): Promise<void> {
    await this.#writing.catch(() => undefined)
    this.#writing = this.#next!
    this.#next = null
    await writeDurably(file, this.text())
  }
}
