import { expect, test } from 'vitest'
import { BreakerOpenError, createCircuitBreaker } from './circuit-breaker.ts'

class Late extends Error {}

function openTested() {
  let seconds = 0
  const breaker = createCircuitBreaker({
    clock: { now: () => new Date(seconds * 1000) },
    isFailure: (error) => error instanceof Late,
  })
  const asked: string[] = []
  const outcome = (promise: Promise<string>) => promise.catch((error: Error) => error.constructor.name)
  return {
    breaker,
    asked,
    pass: (more: number) => {
      seconds += more
    },
    ask: (answer: string | Error) =>
      outcome(
        breaker.run(async () => {
          asked.push(String(answer))
          if (answer instanceof Error) throw answer
          return answer
        }),
      ),
  }
}

test('after three failures in a row nobody asks any more, until half a minute later one asks for all', async () => {
  const { breaker, ask, asked, pass } = openTested()
  for (const _ of [1, 2, 3]) expect(await ask(new Late())).toBe('Late')
  expect(breaker.getState()).toBe('open')
  expect(await ask('fine')).toBe('BreakerOpenError')
  pass(29)
  expect(await ask('fine')).toBe('BreakerOpenError')
  expect(asked).toHaveLength(3)

  pass(1)
  expect(breaker.getState()).toBe('halfOpen')
  expect(await ask(new Late())).toBe('Late')
  expect(await ask('fine')).toBe('BreakerOpenError')
  pass(30)
  expect(await Promise.all([ask('fine'), ask('fine')])).toEqual(['fine', 'BreakerOpenError'])
  expect(breaker.getState()).toBe('closed')
  expect(await ask('fine')).toBe('fine')
})

test('an answer in between, even a refusal, begins the count again', async () => {
  const { breaker, ask } = openTested()
  for (const answer of ['fine', new Error('refused')]) {
    for (const _ of [1, 2]) await ask(new Late())
    await ask(answer)
    expect(breaker.getState()).toBe('closed')
  }
})

test('whoever is turned away learns when to come back', async () => {
  const { breaker, ask, pass } = openTested()
  for (const _ of [1, 2, 3]) await ask(new Late())
  pass(10)
  const error = await breaker.run(async () => 'fine').catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(BreakerOpenError)
  expect(error).toMatchObject({ retryAfterSeconds: 20 })
})

test('calls under way when it opened neither prolong the pause nor count as its trial', async () => {
  const { breaker, pass } = openTested()
  const late: (() => void)[] = []
  const asking = Array.from({ length: 5 }, () =>
    breaker.run(() => new Promise((_resolve, reject) => late.push(() => reject(new Late())))).catch(() => null),
  )
  for (const end of late.slice(0, 3)) end()
  await Promise.all(asking.slice(0, 3))
  pass(20)
  for (const end of late.slice(3)) end()
  await Promise.all(asking)
  pass(10)
  expect(breaker.getState()).toBe('halfOpen')
})

test('a clock that is set back does not prolong the pause', async () => {
  const { breaker, ask, pass } = openTested()
  pass(7200)
  for (const _ of [1, 2, 3]) await ask(new Late())
  pass(-3600)
  expect(breaker.getState()).toBe('halfOpen')
  expect(await ask('fine')).toBe('fine')
  expect(breaker.getState()).toBe('closed')
})
