import { SingleBar } from 'cli-progress'

/** Shown only on a terminal, and on stderr, so that stdout can be redirected to a file. */
export function startBar(format: string, total = 0): SingleBar {
  const bar = new SingleBar({ format, clearOnComplete: true, hideCursor: true })
  bar.start(total, 0)
  return bar
}
