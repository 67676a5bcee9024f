import { expect, onTestFinished, test, vi } from 'vitest'
import { queuePosts } from './post-queue.ts'

/** A shop whose responses the test releases one by one, in the order of the requests. */
function slowShop() {
  const asked: string[] = []
  const waiting: { resolve(answer: Response): void; reject(error: Error): void }[] = []
  const send = queuePosts((address) => {
    asked.push(String(address))
    return new Promise((resolve, reject) => waiting.push({ resolve, reject }))
  })
  const post = (address: string) => send(address, { method: 'POST', signal: new AbortController().signal })
  return { asked, waiting, send, post }
}

test('a form waits for the answer to the one before it, even if that fails', async () => {
  const { asked, waiting, post } = slowShop()
  const answers = ['/a', '/b', '/a'].map(post)
  await expect.poll(() => asked).toEqual(['/a'])
  waiting[0]?.reject(new TypeError('no connection'))
  await expect(answers[0]).rejects.toThrow('no connection')
  await expect.poll(() => asked).toEqual(['/a', '/b'])
  waiting[1]?.resolve(new Response('b'))
  expect(await (await answers[1])?.text()).toBe('b')
  await expect.poll(() => asked).toEqual(['/a', '/b', '/a'])
})

test('a form sent again before its answer is sent once, and answered twice', async () => {
  const { asked, waiting, post } = slowShop()
  const answers = ['/a', '/a'].map(post)
  await expect.poll(() => asked).toEqual(['/a'])
  waiting[0]?.resolve(new Response('a'))
  expect(await Promise.all(answers.map(async (answer) => (await answer).text()))).toEqual(['a', 'a'])
  void post('/a')
  await expect.poll(() => asked).toEqual(['/a', '/a'])
})

test('what only reads waits for nothing', async () => {
  const { asked, send, post } = slowShop()
  void post('/a')
  void send('/b')
  await expect.poll(() => asked.toSorted()).toEqual(['/a', '/b'])
})

test('a form waits ten seconds at most for an answer that never comes', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { asked, post } = slowShop()
  void post('/a')
  void post('/b')
  await vi.advanceTimersByTimeAsync(9_999)
  expect(asked).toEqual(['/a'])
  await vi.advanceTimersByTimeAsync(1)
  expect(asked).toEqual(['/a', '/b'])
})

test('forms with files are never taken for one another', async () => {
  const { asked, waiting, send } = slowShop()
  const answers = [1, 2].map(() => send('/a', { method: 'POST', body: new FormData() }))
  await expect.poll(() => asked).toEqual(['/a'])
  waiting[0]?.resolve(new Response('first'))
  await expect.poll(() => asked).toEqual(['/a', '/a'])
  waiting[1]?.resolve(new Response('second'))
  expect(await Promise.all(answers.map(async (answer) => (await answer).text()))).toEqual(['first', 'second'])
})
