import { expect, test } from 'vitest'
import { createRunCoalescer } from './run-coalescer.ts'

/** Work that ends when the test says so. */
function openWork() {
  const ends: ((error?: Error) => void)[] = []
  const work = () => new Promise<void>((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve())))
  return { work, ends }
}

test('who asks while a run is under way gets the next one, together with all who ask meanwhile', async () => {
  const { work, ends } = openWork()
  const { run } = createRunCoalescer()
  const first = run('a', work)
  await Promise.resolve()
  const later = [run('a', work), run('a', work), run('a', work)]
  await Promise.resolve()
  expect(ends).toHaveLength(1)
  ends[0]?.()
  await first
  await expect.poll(() => ends.length).toBe(2)
  ends[1]?.()
  await Promise.all(later)

  const last = run('a', work)
  await expect.poll(() => ends.length).toBe(3)
  ends[2]?.()
  await last
})

test('a run that fails fails for who shares it, and for nobody else', async () => {
  const { work, ends } = openWork()
  const { run } = createRunCoalescer()
  const first = run('a', work)
  await Promise.resolve()
  const next = run('a', work)
  const other = run('b', work)
  await Promise.resolve()
  expect(ends).toHaveLength(2)
  ends[0]?.(new Error('no answer'))
  ends[1]?.()
  await expect(first).rejects.toThrow('no answer')
  await other
  await expect.poll(() => ends.length).toBe(3)
  ends[2]?.()
  await next
})
