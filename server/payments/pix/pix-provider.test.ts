import { expect, test } from 'vitest'
import { buildDynamicBrCode } from './br-code.ts'
import type { BankCharge, PixBank } from './pix-bank.ts'
import { createPixProvider } from './pix-provider.ts'

const pixCode = buildDynamicBrCode({ location: 'pix.example.com/1', name: 'Farmacia', city: 'Sao Paulo' })
const pix = { endToEndId: 'E1', amountCents: 3_700, receivedAt: null, refunds: [] }
const charge: BankCharge = { txid: 't1', amountCents: 3_700, status: 'active', pixCode, pix: [] }

/** The provider of a bank that answers each question with this charge. */
const providerOf = (changes: Partial<BankCharge> | null) => {
  const answer = changes && { ...charge, ...changes }
  return createPixProvider({ createCharge: async () => answer, findCharge: async () => answer } as unknown as PixBank)
}
const read = (changes: Partial<BankCharge> | null) =>
  providerOf(changes).readCharge({ reference: 't1', providerId: null, amountCents: 3_700 })
const start = (changes: Partial<BankCharge>) =>
  providerOf(changes).startCharge({
    ...{ reference: 't1', orderId: 1, amountCents: 3_700, expiresInSeconds: 60, message: 'Pedido 1' },
  })

test('a new charge has a code that can be paid, and no id of its own', async () => {
  expect(await start({})).toEqual({ providerId: null, codeOrUrl: pixCode })
})

test.each([
  ['of another amount', { amountCents: 3_701 }],
  ['without a code', { pixCode: null }],
  ['with a broken code', { pixCode: pixCode.slice(1) }],
])('a charge %s is none', async (_, changes) => {
  await expect(start(changes)).rejects.toMatchObject({ code: 'payment.unavailable' })
  expect(await read(changes)).toMatchObject({ codeOrUrl: null })
})

test.each([
  ['active', [], 'open'],
  ['active', [pix], 'open'],
  ['completed', [], 'open'],
  ['completed', [pix], 'closed'],
  ['removed', [], 'refused'],
] as const)('what the bank calls %s, with the payments %j, is %s', async (status, payments, state) => {
  expect(await read({ status, pix: [...payments] })).toEqual({
    ...{ state, codeOrUrl: pixCode },
    payments: payments.map(() => ({
      reference: 'E1',
      method: 'pix',
      amountCents: 3_700,
      receivedAt: null,
      refunds: [],
    })),
  })
})

test('what is not clear to the bank is not clear to the shop, and a charge that it does not know is none', async () => {
  expect(await read({ unclearReason: 'odd' })).toMatchObject({ unclearReason: 'odd' })
  expect(await read({})).not.toHaveProperty('unclearReason')
  expect(await read(null)).toBeNull()
})

test('a Pix may be disputed for eighty days, and returned for ninety; a refusal ends its order', () => {
  expect(providerOf(null)).toMatchObject({
    ...{ name: 'pix', disputeWindowDays: 80, refundWindowDays: 90, isDeclineFinal: true, paymentTimeoutMinutes: 30 },
  })
})

test('a call of the bank names charges, or is not understood', async () => {
  const call = (body: string) =>
    providerOf(null).handleWebhook({
      body: Buffer.from(body),
      getHeader: () => undefined,
      query: new URLSearchParams(),
    })
  expect(await call('nada')).toBe('malformed')
  expect(await call(JSON.stringify({ pix: [{ txid: 'a'.repeat(32) }, {}] }))).toEqual({
    ...{ references: ['a'.repeat(32)], invalidCount: 0 },
  })
})
