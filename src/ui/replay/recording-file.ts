import { err, type Result } from '../../base/result'
import { openRecording, RECORDING_BYTES_MAX, type Recording, type RecordingProblem } from '../../workers/recording'

export type FileProblem = RecordingProblem | { readonly kind: 'tooLarge' } | { readonly kind: 'unreadable' }

/** Reads a file that was chosen or dropped; one above the bound is not even read. */
export async function readRecordingFile(file: Pick<File, 'size' | 'text'>): Promise<Result<Recording, FileProblem>> {
  if (file.size > RECORDING_BYTES_MAX) return err({ kind: 'tooLarge' })
  let text: string
  try {
    text = await file.text()
  } catch {
    // Moved, deleted or not to be read by this user since it was chosen.
    return err({ kind: 'unreadable' })
  }
  return openRecording(text)
}
