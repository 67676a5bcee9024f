import { expect, test } from 'vitest'
import { createCircuitBreaker } from '../platform/circuit-breaker.ts'
import { createUnavailableError, type PaymentProvider, ProviderError } from '../ports/payment-provider.ts'
import { createCallGuard, guardProvider } from './call-guard.ts'

const clock = { now: () => new Date('2026-03-10T12:00:00Z') }
const openGuard = () => createCallGuard(createCircuitBreaker({ clock, isFailure: () => true, maxFailures: 2 }))
const failing = (status: number | null) => async () => {
  throw createUnavailableError(new ProviderError('no', status))
}
const countsOf = ({ getCallStats }: ReturnType<typeof openGuard>) =>
  Object.fromEntries(Object.entries(getCallStats().calls).map(([result, { count }]) => [result, count]))

test('calls are counted by their result, and after so many failures not made for a while', async () => {
  const callGuard = openGuard()
  expect(await callGuard.guard(async () => 'charged')).toBe('charged')
  await expect(callGuard.guard(failing(422))).rejects.toThrow()
  await expect(callGuard.guard(failing(503))).rejects.toThrow()
  const stopped = callGuard.guard(async () => 'not asked')
  await expect(stopped).rejects.toMatchObject({ code: 'payment.unavailable', retryAfterSeconds: 30 })
  expect(countsOf(callGuard)).toEqual({ ok: 1, refused: 1, away: 1, timeout: 0, not_asked: 1 })
})

test('how long calls took is told in seconds', async () => {
  const callGuard = openGuard()
  await callGuard.guard(() => new Promise((resolve) => setTimeout(resolve, 20)))
  const { seconds } = callGuard.getCallStats().calls.ok
  expect(seconds).toBeGreaterThan(0.015)
  expect(seconds).toBeLessThan(10)
})

test('every call of a provider is guarded, and one without refunds has none', async () => {
  const callGuard = openGuard()
  const answer = async () => 'answer'
  const calls = { startCharge: answer, readCharge: answer, closeCharge: answer }
  const provider = { name: 'pix', ...calls, refund: answer } as unknown as PaymentProvider
  const guarded = guardProvider(provider, callGuard)
  for (const call of [guarded.startCharge, guarded.readCharge, guarded.closeCharge, guarded.refund])
    expect(await (call as () => Promise<unknown>)()).toBe('answer')
  expect(countsOf(callGuard)).toMatchObject({ ok: 4 })
  expect(guardProvider({ ...provider, refund: null } as PaymentProvider, callGuard).refund).toBeNull()
})
