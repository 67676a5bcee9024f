import { SingleBar } from 'cli-progress'

/** Shown only on a terminal, and on stderr, so that stdout can be redirected to a file. */
export function startProgressBar(format: string, total = 0): SingleBar {
  const progressBar = new SingleBar({ format, clearOnComplete: true, hideCursor: true })
  progressBar.start(total, 0)
  return progressBar
}
