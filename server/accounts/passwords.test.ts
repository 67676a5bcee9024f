import { expect, test } from 'vitest'
import { comparePassword, withHashingSlot } from './passwords.ts'

test('three passwords are compared at once, a hundred wait, and the rest is told to come back', async () => {
  // The hash for unknown e-mails, made when the module is loaded, has its place back.
  await comparePassword(undefined, 'a password')
  let begun = 0
  let end = (_error: Error) => {}
  const held = new Promise<never>((_resolve, reject) => {
    end = reject
  })
  const compare = () => {
    begun += 1
    return held
  }
  const refusals: string[] = []
  const attempts = Array.from({ length: 110 }, () =>
    withHashingSlot(compare).catch((error) => refusals.push(error.code ?? error.message)),
  )
  await expect.poll(() => refusals).toEqual(Array(7).fill('password.busy'))
  expect(begun).toBe(3)
  end(new Error('not compared'))
  await Promise.all(attempts)
  expect(refusals.filter((refusal) => refusal === 'not compared')).toHaveLength(103)
})
