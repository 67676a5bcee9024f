import { expect, test } from 'vitest'
import {
  assertOwnGains,
  listBalancePayments,
  refundBalances,
  refundToWallet,
  splitPayment,
  sumBalanceReturns,
  sumRefundedToWallet,
} from '../../server/wallet/balances.ts'
import { adjustToGranted, takeBackUngranted } from '../../server/wallet/granted-gains.ts'
import { loadBalance, settleCashback } from '../../server/wallet/wallet.ts'
import { inFile } from '../support/catalogue-rows.ts'
import { line, novalgina, openCheckout } from '../support/checkout.ts'

type Shop = Awaited<ReturnType<typeof openCheckout>>
type Kind = 'credit' | 'adjustment' | 'purchase' | 'cashback' | 'purchase_returned' | 'part_returned'

const addGain = async ({ database, clock }: Shop, customerId: number, name: string) =>
  (
    await database.db
      .insertInto('gain')
      .values({ customerId, name, createdAt: clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

const enter = (shop: Shop, gainId: number | null, kind: Kind, amountCents: number, orderId: number | null = null) =>
  shop.database.db
    .insertInto('ledgerEntry')
    .values({ customerId: shop.customerId, gainId, orderId, kind, amountCents, enteredAt: shop.clock.now() })
    .execute()

const entriesOf = async ({ database, customerId }: Shop, gainId: number | null) =>
  (
    await database.db
      .selectFrom('ledgerEntry')
      .select(['kind', 'amountCents'])
      .where('customerId', '=', customerId)
      .where('gainId', gainId === null ? 'is' : '=', gainId)
      .orderBy('id')
      .execute()
  ).map(({ kind, amountCents }) => [kind, amountCents])

const address = {
  zipcode: '01310-100',
  street: 'Avenida',
  number: '1',
  neighborhood: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
}
const grant = (balance: string, more: object = {}) => ({ email: 'cliente@example.com', gain: 'Vale', balance, ...more })

test('a file tells what it added, changed and left as it was', async () => {
  const shop = await openCheckout()
  const load = (...rows: object[]) => shop.wallet.importGains(inFile(rows as never))
  expect(await load(grant('10.00'), grant('5.00', { gain: 'Outro' }))).toMatchObject({ read: 2, added: 2, changed: 0 })
  expect(await load(grant('10.00'))).toMatchObject({ read: 1, added: 0, changed: 0, withdrawn: 0 })
  expect(await load(grant('10.01'))).toMatchObject({ added: 0, changed: 1 })
  expect(await load(grant('10.01', address))).toMatchObject({ added: 0, changed: 1 })
  expect(await load(grant('10.01', address))).toMatchObject({ added: 0, changed: 0 })
  expect(await load(grant('10.01'))).not.toHaveProperty('notes')
  const [outro, vale] = (await shop.wallet.listGains(shop.customerId)).toSorted((a, b) => a.name.localeCompare(b.name))
  expect(outro).toMatchObject({ name: 'Outro', balanceCents: 500, addresses: [] })
  expect(vale).toMatchObject({
    ...{ name: 'Vale', balanceCents: 1_001 },
    addresses: [{ zipcode: '01310100', street: 'Avenida', addressType: 'Outros' }],
  })
})

test('a gain with several addresses has a row for each, which agree about what it grants', async () => {
  const shop = await openCheckout()
  const rows = [grant('10.00', { ...address, address_type: 'Casa' }), grant('10.00', { ...address, number: '2' })]
  expect(await shop.wallet.importGains(inFile(rows))).toMatchObject({ read: 2, added: 1 })
  const [gain] = await shop.wallet.listGains(shop.customerId)
  expect(gain?.addresses.map(({ number, addressType }) => [number, addressType])).toEqual([
    ['1', 'Casa'],
    ['2', 'Outros'],
  ])
  const torn = await shop.wallet.importGains(inFile([...rows, grant('10.01', address)]))
  expect(torn).toMatchObject({
    faults: [{ column: 'balance', reason: expect.stringContaining('differs from line 2') }],
  })
  const strangers = await shop.wallet.importGains(inFile([grant('1.00', { email: 'ninguem@example.com' })]))
  expect(strangers).toMatchObject({ faults: [{ column: 'email' }] })
})

test('a file that grants less takes back what is left, and says what was spent', async () => {
  const shop = await openCheckout()
  await shop.wallet.importGains(inFile([grant('10.00')]))
  const [gain] = await shop.wallet.listGains(shop.customerId)
  const gainId = gain?.id ?? 0
  await enter(shop, gainId, 'purchase', -700, (await shop.place([line(novalgina)])).id)
  const lowered = await shop.wallet.importGains(inFile([grant('4.00')]))
  expect(lowered).toMatchObject({
    changed: 1,
    notes: [
      {
        column: 'balance',
        reason:
          'is less than was granted before: 3.00 of the difference were spent already, so only 3.00 were taken back',
      },
    ],
  })
  expect(await entriesOf(shop, gainId)).toEqual([
    ['credit', 1_000],
    ['purchase', -700],
    ['adjustment', -300],
  ])
})

test('a gain is brought to what is granted: up by the difference, down by what is left at most', async () => {
  const shop = await openCheckout()
  const gainId = await addGain(shop, shop.customerId, 'Vale')
  const other = await addGain(shop, shop.customerId, 'Outro')
  await enter(shop, other, 'credit', 5_000)
  const adjust = (grantedCents: number) =>
    shop.ctx.transact((ctx) => adjustToGranted(ctx, { gainId, customerId: shop.customerId, grantedCents }))
  expect(await adjust(1_000)).toEqual({ changedCents: 1_000, spentCents: 0 })
  expect(await adjust(1_000)).toEqual({ changedCents: 0, spentCents: 0 })
  await enter(shop, gainId, 'purchase', -900, (await shop.place([line(novalgina)])).id)
  expect(await adjust(800)).toEqual({ changedCents: -100, spentCents: 100 })
  expect(await entriesOf(shop, gainId)).toEqual([
    ['credit', 1_000],
    ['purchase', -900],
    ['adjustment', -100],
  ])
})

test('what returns to a gain beyond what was granted meanwhile is taken back', async () => {
  const shop = await openCheckout()
  const gainId = await addGain(shop, shop.customerId, 'Vale')
  await enter(shop, gainId, 'credit', 1_000)
  const setGranted = (grantedCents: number | null) =>
    shop.database.db.updateTable('gain').set({ grantedCents }).where('id', '=', gainId).execute()
  const takeBack = async () => {
    await shop.ctx.transact((ctx) => takeBackUngranted(ctx, gainId, shop.customerId))
    return entriesOf(shop, gainId)
  }
  await setGranted(null)
  expect(await takeBack()).toEqual([['credit', 1_000]])
  await setGranted(1_200)
  expect(await takeBack()).toEqual([['credit', 1_000]])
  await setGranted(600)
  expect(await takeBack()).toEqual([
    ['credit', 1_000],
    ['adjustment', -400],
  ])
})

test('balances are spent by who owns them, and gains only once the e-mail is confirmed', async () => {
  const shop = await openCheckout()
  const gainId = await addGain(shop, shop.customerId, 'Vale')
  const { customerId } = await shop.neighbour()
  const foreign = await addGain(shop, customerId, 'Alheio')
  await enter(shop, gainId, 'credit', 300)
  await enter(shop, null, 'credit', 200)
  const split = async () =>
    (
      await splitPayment(shop.ctx, shop.customerId, 1_000, { gainIds: [gainId, foreign], walletCents: 200 })
    ).balances.map(({ paymentCents }) => paymentCents)
  expect(await split()).toEqual([300, 200])
  const confirm = (emailConfirmedAt: Date | null) =>
    shop.database.db.updateTable('customer').set({ emailConfirmedAt }).where('id', '=', shop.customerId).execute()
  await confirm(null)
  expect(await split()).toEqual([200])
  const isOwn = (...ids: number[]) =>
    assertOwnGains(shop.ctx, shop.customerId, ids).then(
      () => true,
      ({ code }) => code,
    )
  expect([await isOwn(gainId), await isOwn(), await isOwn(gainId, foreign)]).toEqual([true, true, 'gain.notOwn'])
})

test('an order’s balances come back once, its parts before that to the wallet', async () => {
  const shop = await openCheckout()
  const gainId = await addGain(shop, shop.customerId, 'Vale')
  await enter(shop, gainId, 'credit', 500)
  await enter(shop, null, 'credit', 1_000)
  const { customerId } = shop
  const [{ id }, unpaid] = [await shop.place([line(novalgina)]), await shop.place([line(novalgina)])]
  await enter(shop, gainId, 'purchase', -500, id)
  await enter(shop, null, 'purchase', -700, id)
  const before = await loadBalance(shop.ctx, customerId)
  await shop.ctx.transact((ctx) => refundToWallet(ctx, { id, customerId }, 150))
  await shop.ctx.transact((ctx) => refundToWallet(ctx, { id, customerId }, 50))
  expect([await sumRefundedToWallet(shop.ctx, id), await sumRefundedToWallet(shop.ctx, unpaid.id)]).toEqual([200, 0])
  expect(await listBalancePayments(shop.ctx, id)).toEqual([
    { gainId, name: 'Vale', amountCents: 500, isReturned: false },
    { gainId: null, name: null, amountCents: 700, isReturned: false },
  ])
  const refund = (balanceCents: number, orderId = id) =>
    shop.ctx.transact((ctx) => refundBalances(ctx, { id: orderId, customerId, balanceCents }))
  await refund(0)
  expect(await sumBalanceReturns(shop.ctx, [id, unpaid.id])).toEqual(
    new Map([[id, { partCents: 200, remainderCents: 0 }]]),
  )
  for (const _ of [1, 2]) await refund(1_200)
  expect(await loadBalance(shop.ctx, customerId)).toBe(before + 700)
  expect(await shop.wallet.loadGainBalance(customerId, gainId)).toBe(500)
  expect(await sumBalanceReturns(shop.ctx, [id])).toEqual(new Map([[id, { partCents: 200, remainderCents: 1_000 }]]))
  expect((await listBalancePayments(shop.ctx, id)).map(({ isReturned }) => isReturned)).toEqual([true, true])
})

test('cashback is credited once, and taken back as far as it is not due and still there', async () => {
  const shop = await openCheckout()
  const order = { id: (await shop.place([line(novalgina)])).id, customerId: shop.customerId }
  const settle = (dueCents: number) => shop.ctx.transact((ctx) => settleCashback(ctx, order, dueCents))
  const before = (await entriesOf(shop, null)).length
  const entered = async () => (await entriesOf(shop, null)).slice(before)
  await settle(0)
  expect(await entered()).toEqual([])
  await settle(50)
  await settle(60)
  expect(await entered()).toEqual([['cashback', 50]])
  await settle(20)
  expect(await entered()).toEqual([
    ['cashback', 50],
    ['cashback_returned', -30],
  ])
})

test('a statement has its pages, the newest first, and the balance of all its entries', async () => {
  const shop = await openCheckout()
  const gainId = await addGain(shop, shop.customerId, 'Vale')
  for (const cents of [100, 200, 300]) {
    await enter(shop, gainId, 'credit', cents)
    if (cents === 200) shop.clock.pass(1)
  }
  const page = async (number: number, perPage: number, gain = gainId) => {
    const { entries, ...rest } = await shop.wallet.loadGainStatement(shop.customerId, gain, { page: number, perPage })
    return { ...rest, cents: entries.map(({ amountCents }) => amountCents) }
  }
  expect(await page(1, 2)).toEqual({ total: 3, pages: 2, balanceCents: 600, cents: [300, 200] })
  expect(await page(2, 2)).toEqual({ total: 3, pages: 2, balanceCents: 600, cents: [100] })
  expect(await page(1, 3)).toMatchObject({ pages: 1 })
  const empty = await addGain(shop, shop.customerId, 'Vazio')
  expect(await page(1, 10, empty)).toEqual({ total: 0, pages: 1, balanceCents: 0, cents: [] })
})
