import { expect, test } from 'vitest'
import { createConcurrencyLimiter } from './concurrency-limiter.ts'

const open = (maxQueueLength: number, maxWaitMs = 60_000) =>
  createConcurrencyLimiter({
    maxConcurrent: 2,
    maxQueueLength,
    maxWaitMs,
    createRefusal: () => new Error('come back later'),
  })

test('so many run at the same time, the others in the order in which they came', async () => {
  const limit = open(10)
  const ends: (() => void)[] = []
  const begun: number[] = []
  const all = [0, 1, 2, 3].map((name) =>
    limit.run(() => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.push(resolve))
    }),
  )
  await expect.poll(() => begun).toEqual([0, 1])
  ends[1]?.()
  await expect.poll(() => begun).toEqual([0, 1, 2])
  ends[0]?.()
  await expect.poll(() => begun).toEqual([0, 1, 2, 3])
  for (const end of ends) end()
  await Promise.all(all)
})

test('work that fails gives its place back', async () => {
  const limit = open(0)
  const failing = () => limit.run(() => Promise.reject(new Error('broken')))
  for (const _ of [1, 2, 3]) await expect(failing()).rejects.toThrow('broken')
})

test('who finds the queue full is refused at once, while who came before goes on waiting', async () => {
  const limit = open(1)
  const [leave] = [await limit.acquire(), await limit.acquire()]
  const waiting = limit.acquire()
  await expect(limit.acquire()).rejects.toThrow('come back later')
  leave?.()
  await waiting
})

test('who waits too long is refused, and a place that is given back twice is one place', async () => {
  const limit = open(1, 20)
  const leave = [await limit.acquire(), await limit.acquire()]
  await expect(limit.acquire()).rejects.toThrow('come back later')
  for (const give of [leave[0], leave[0]]) give?.()
  await limit.acquire()
  await expect(limit.acquire()).rejects.toThrow('come back later')
})
