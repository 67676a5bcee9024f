import { expect, test } from 'vitest'
import { createFairRounds, forEachIsolated, RoundError } from './for-each-isolated.ts'

const nameOf = (id: number) => `order ${id}`

test('one item that fails costs itself alone, and the error names it', async () => {
  const done: number[] = []
  const fault = new Error('poisoned')
  const error = await forEachIsolated([1, 2, 3, 4], nameOf, async (id) => {
    if (id === 1 || id === 3) throw fault
    done.push(id)
  }).catch((error: unknown) => error)
  expect(done).toEqual([2, 4])
  expect(error).toBeInstanceOf(RoundError)
  expect(error).toMatchObject({
    message: '2 of this round failed: order 1, order 3',
    itemNames: ['order 1', 'order 3'],
    errors: [fault, fault],
  })
})

test('what failed last is tried last, so that a limit is no end to the others', async () => {
  const forEachInTurn = createFairRounds(2)
  const tried: number[] = []
  const runRound = (ids: number[]) =>
    forEachInTurn(ids, nameOf, async (id) => {
      tried.push(id)
      if (id < 4) throw new Error('poisoned')
    }).catch(() => {})
  for (let round = 0; round < 4; round += 1) {
    await runRound([1, 2, 3, 4, 5])
  }
  // 1 and 2 fail, 3 fails and 4 is done, 5 is done again and again: the caller did not take it out of the list.
  expect(tried).toEqual([1, 2, 3, 4, 4, 5, 4, 5])
})

test('of items that all fail each is tried as often as the others', async () => {
  const forEachInTurn = createFairRounds(2)
  const triedCounts = new Map<number, number>()
  for (let round = 0; round < 6; round += 1)
    await forEachInTurn([1, 2, 3], nameOf, async (id) => {
      triedCounts.set(id, (triedCounts.get(id) ?? 0) + 1)
      throw new Error('poisoned')
    }).catch(() => {})
  expect([...triedCounts.values()]).toEqual([4, 4, 4])
})
