import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bindContext } from '../../server/context.ts'
import { createEncryption } from '../../server/platform/encryption.ts'
import { ShopError } from '../../server/platform/errors.ts'
import { createFolderStorage } from '../../server/platform/files/folder-storage.ts'
import * as prescriptionQueries from '../../server/prescriptions/prescription-queries.ts'
import * as review from '../../server/prescriptions/review.ts'
import * as submission from '../../server/prescriptions/submission.ts'
import { azitromicina, line, novalgina, openCheckout, paper } from '../support/checkout.ts'
import { openPixDomains } from '../support/pix-domains.ts'
import { openPixShop } from '../support/pix-shop.ts'
import { pharmacist } from '../support/prescriptions.ts'
import { it } from '../support/rule.ts'
import { byOperator } from '../support/staff.ts'

test('both halves of a double click get the one order, though it took the last unit, the coupon and the prescription', async () => {
  const shop = await openCheckout()
  const { db } = shop.database
  await db.updateTable('offer').set({ stock: 1 }).where('productId', 'in', [novalgina, azitromicina]).execute()
  const prescriptionId = await shop.prescriptions.submitPrescriptions(shop.customerId, [await paper([azitromicina])])
  const click = () =>
    shop.place([line(novalgina), line(azitromicina)], {
      couponCode: 'BEMVINDO10',
      prescriptionId,
      idempotencyKey: 'a double click',
    })
  const [first, second] = await Promise.all([click(), click()])
  expect(second).toEqual(first)
  expect(await shop.stockOf(novalgina)).toBe(0)
})

test('a submission key answers only the customer who sent it: another’s order with the same key is their own, or refused', async () => {
  const shop = await openCheckout()
  const { db } = shop.database
  const stock = (units: number) =>
    db.updateTable('offer').set({ stock: units }).where('productId', '=', novalgina).execute()
  const neighbour = await shop.neighbour()
  const idempotencyKey = 'the same key'
  await stock(1)
  const first = await shop.place([line(novalgina)], { idempotencyKey })
  await expect(shop.place([line(novalgina)], { idempotencyKey, ...neighbour })).rejects.toMatchObject({
    code: 'stock.short',
  })
  await stock(1)
  const theirs = await shop.place([line(novalgina)], { idempotencyKey, ...neighbour })
  expect([theirs.customerId, theirs.id]).toEqual([neighbour.customerId, first.id + 1])
  expect(await shop.place([line(novalgina)], { idempotencyKey })).toEqual(first)
})

test('nobody reads that a product has run out while it is unknown whether the other half of the double click got it', async () => {
  const shop = await openPixShop()
  const { database, bank, clock, customerId } = shop
  const soldOut = new ShopError('stock.short', { product: undefined })
  const transact = async () => {
    await database.db.schema.alterTable('orders').renameTo('ordersAway').execute()
    throw soldOut
  }
  const { orders } = openPixDomains({
    database: { ...database, transact },
    clock,
    settings: bank.settings,
    log: { warn: () => {} },
  })
  const { id: addressId } = await database.db.selectFrom('address').select('id').executeTakeFirstOrThrow()
  const bag = { lines: [{ productId: 1, quantity: 1 }] }
  const wish = { customerId, addressId, bag, idempotencyKey: 'one', note: '' }
  const failure = await orders.placeOrder(wish).catch((error) => error)
  await database.db.schema.alterTable('ordersAway').renameTo('orders').execute()
  expect(failure).not.toBeInstanceOf(ShopError)
  expect(failure.cause).toBe(soldOut)
})

it('an order names no prescription but its customer’s own, also where none is needed', async () => {
  const shop = await openCheckout()
  await expect(shop.place([line(novalgina)], { prescriptionId: 999 })).rejects.toMatchObject({
    code: 'prescription.unknown',
    status: 404,
  })
  const used = await shop.prescriptions.submitPrescriptions(shop.customerId, [await paper([azitromicina])])
  await shop.place([line(azitromicina)], { prescriptionId: used })
  await expect(shop.place([line(novalgina)], { prescriptionId: used })).rejects.toMatchObject({ status: 404 })

  const own = await shop.prescriptions.submitPrescriptions(shop.customerId, [await paper([azitromicina])])
  expect(await shop.place([line(novalgina)], { prescriptionId: own })).toMatchObject({ prescriptionId: null })
  expect((await shop.prescriptions.findOpenPrescription(shop.customerId))?.id).toBe(own)
})

it('an order remembers how it is delivered, and what placed it', async () => {
  const shop = await openCheckout()
  const plain = await shop.place([line(novalgina)], { appVersion: '1.2.3' })
  expect(plain).toMatchObject({ isScheduled: false, appVersion: '1.2.3' })

  const { db } = shop.database
  await db.updateTable('address').set({ zipcode: '06010000' }).where('id', '=', shop.addressId).execute()
  const scheduled = await shop.place([line(novalgina)])
  expect(scheduled).toMatchObject({ branchId: 10, isScheduled: true, appVersion: null })
})

it('an order tells what is still to come, and one that ended tells of nothing', async () => {
  const shop = await openCheckout()
  const prescriptionId = await shop.prescriptions.submitPrescriptions(shop.customerId, [await paper([azitromicina])])
  const reviewed = await shop.place([line(azitromicina)], { prescriptionId })
  const plain = await shop.place([line(novalgina)])
  expect(shop.orders.listRemainingStatuses(plain)).toEqual(['paid', 'preparing', 'out_for_delivery', 'delivered'])
  expect(shop.orders.listRemainingStatuses(reviewed)).toContain('prescription_review')
  // Paid again: its prescription was approved.
  expect(shop.orders.listRemainingStatuses({ ...reviewed, status: 'paid' })).toEqual([
    ...['preparing', 'out_for_delivery', 'delivered'],
  ])
  await shop.orders.endUnpaidOrder(plain.id, 'expire', { kind: 'job' })
  expect(shop.orders.listRemainingStatuses(await shop.orders.getOrder(shop.customerId, plain.id))).toEqual([])
})

it('steps stand in the order an order goes through them, though one of two servers has its clock wrong', async () => {
  const shop = await openCheckout()
  const { id } = await shop.place([line(novalgina)])
  await shop.pay(id)
  shop.clock.pass(-5)
  await shop.orders.advanceOrder(id, 'pick', byOperator)
  await shop.orders.cancelOrRefund(id, byOperator)
  expect((await shop.orders.listStatusHistory(id)).map(({ status }) => status)).toEqual([
    'pending_payment',
    'paid',
    'preparing',
    'cancelled',
  ])
})

it('an order whose prescription was rejected keeps the pharmacist’s reason for its customer', async () => {
  const shop = await openCheckout()
  const prescriptionId = await shop.prescriptions.submitPrescriptions(shop.customerId, [await paper([azitromicina])])
  const { id } = await shop.place([line(azitromicina)], { prescriptionId })
  await shop.pay(id)
  await shop.orders.rejectPrescription(prescriptionId, { ...byOperator, pharmacist }, 'assinatura ilegível')
  expect(await shop.orders.getOrder(shop.customerId, id)).toMatchObject({
    status: 'cancelled',
    prescriptionRefusal: 'assinatura ilegível',
  })
  const [told] = await shop.mail.listByRecipient('cliente@example.com')
  expect(told?.text).toContain('O motivo está na página do pedido.')
  expect(told?.text).not.toContain('ilegível')
})

it('a step that an order can’t take is refused, and changes nothing', async () => {
  const shop = await openCheckout()
  const { orders, customerId } = shop
  const byPharmacist = { ...byOperator, pharmacist }
  const refusal = (act: Promise<unknown>) => act.then(String, ({ code }) => code)
  const prescriptionId = await shop.prescriptions.submitPrescriptions(customerId, [await paper([azitromicina])])
  const { id } = await shop.place([line(azitromicina)], { prescriptionId })
  expect(await refusal(orders.advanceOrder(id, 'pick', byOperator))).toBe('step.impossible')
  expect(await refusal(orders.approvePrescription(prescriptionId, byPharmacist))).toBe('prescription.decided')
  await shop.pay(id)
  expect(await refusal(orders.advanceOrder(id, 'pick', byOperator))).toBe('step.impossible')
  await orders.approvePrescription(prescriptionId, byPharmacist)
  expect(await refusal(orders.approvePrescription(prescriptionId, byPharmacist))).toBe('prescription.decided')
  await orders.cancelOrRefund(id, byOperator)
  expect(await refusal(orders.cancelOrRefund(id, byOperator))).toBe('step.impossible')
  expect(await refusal(orders.advanceOrder(999, 'pick', byOperator))).toBe('order.unknown')
  const kinds = (await orders.listEvents(id)).map(({ kind }) => kind)
  expect(kinds).toEqual(['place', 'pay', 'review', 'approve', 'cancel'])
})

test('an upload whose file can’t be erased yet is still known, and erased the next time', async () => {
  const shop = await openCheckout()
  const id = await shop.prescriptions.submitPrescriptions(shop.customerId, [await paper([azitromicina])])
  shop.clock.pass(49 * 60)
  const folder = join(shop.dataDir, 'receitas')
  const [file = ''] = await readdir(folder)
  await rename(join(folder, file), join(shop.dataDir, 'aside'))
  await mkdir(join(folder, file))
  await expect(shop.prescriptions.eraseUnused()).rejects.toThrow()
  expect(await shop.prescriptions.findPrescription(id)).toMatchObject({ id })
  // It does not prevent deleting the account.
  await shop.accounts.eraseAccount(shop.customerId)
  expect(await shop.accounts.findCustomer(shop.customerId)).toBeNull()

  await rm(join(folder, file), { recursive: true })
  await rename(join(shop.dataDir, 'aside'), join(folder, file))
  await shop.prescriptions.eraseUnused()
  expect([await readdir(folder), await shop.prescriptions.findPrescription(id)]).toEqual([[], null])
})

it('a new key in front seals what comes, the old one opens what was kept, and without it nothing old opens', async () => {
  const shop = await openCheckout()
  const storage = createFolderStorage(join(shop.dataDir, 'rotated'))
  const withKeys = (...keys: string[]) =>
    bindContext(
      { ...shop.ctx, encryption: createEncryption(keys), files: storage },
      { ...submission, ...prescriptionQueries, ...review },
    )
  const readBack = async (id: number, prescriptions: ReturnType<typeof withKeys>) => {
    const found = await prescriptions.findPrescription(id)
    const file = found && (await prescriptions.recordFileAccess(found, found.parts[0]?.id ?? 0, 'a pharmacist'))
    const picture = file && (await prescriptions.drawFile(file))
    return [found?.parts[0]?.patient, picture?.subarray(0, 3).toString('hex')]
  }
  const readable = ['Ana Prates', 'ffd8ff']
  const [oldKey, newKey] = ['the key of last year, long enough', 'the key of this year, long enough']

  const old = await withKeys(oldKey).submitPrescriptions(shop.customerId, [await paper([azitromicina])])
  const rotated = withKeys(newKey, oldKey)
  expect(await readBack(old, rotated)).toEqual(readable)
  const fresh = await rotated.submitPrescriptions(shop.customerId, [await paper([azitromicina])])
  expect(await readBack(fresh, withKeys(oldKey, newKey))).toEqual(readable)
  await expect(readBack(fresh, withKeys(oldKey))).rejects.toThrow()
  await expect(readBack(old, withKeys(newKey))).rejects.toThrow()
})

it('who wants their CPF or CNPJ in the fiscal document gives it until it is issued; it is encrypted, and nobody must', async () => {
  const shop = await openCheckout()
  const { taxNumber, customerId } = shop
  const { id } = await shop.place([line(novalgina)])
  expect(await taxNumber.findTaxNumber(id)).toBeNull()
  await taxNumber.saveTaxNumber(customerId, id, '529.982.247–25')
  expect(await taxNumber.findTaxNumber(id)).toBe('52998224725')
  const [row] = await shop.database.db.selectFrom('orders').selectAll().where('id', '=', id).execute()
  expect(JSON.stringify(row)).not.toContain('52998224725')
  const refused = (owner: number, typed: string) => taxNumber.saveTaxNumber(owner, id, typed).catch(({ code }) => code)
  expect([await refused(customerId, '111.111.111-11'), await refused(customerId + 1, '11144477735')]).toEqual([
    'cpf.invalid',
    'order.unknown',
  ])
  expect(await taxNumber.findTaxNumber(id)).toBe('52998224725')
  // A company's, since 2026 with letters, too; the till hears of it as of any change.
  await taxNumber.saveTaxNumber(customerId, id, ' 12.abc.345/01de-35')
  expect(await taxNumber.findTaxNumber(id)).toBe('12ABC34501DE35')
  expect(await refused(customerId, '12.ABC.345/01DE-36')).toBe('cnpj.invalid')
  const changes = await shop.database.db.selectFrom('orderEvent').select('kind').where('orderId', '=', id).execute()
  expect(changes.filter(({ kind }) => kind === 'setTaxNumber')).toHaveLength(2)
  await taxNumber.saveTaxNumber(customerId, id, ' ')
  expect(await taxNumber.findTaxNumber(id)).toBeNull()
  await shop.database.db
    .updateTable('orders')
    .set({ fiscalKey: '52060433009911002506550120000007800267301615' })
    .where('id', '=', id)
    .execute()
  expect(await refused(customerId, '52998224725')).toBe('fiscal.issued')
})
