import { createHmac } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { limits } from '../../app/texts/limits.ts'
import { parseCpf } from '../../server/platform/cpf.ts'
import { createEncryption } from '../../server/platform/encryption.ts'
import { sandboxPaymentSecret } from '../../server/platform/secrets.ts'
import { toSeenHash } from '../../server/platform/seen-state.ts'
import {
  azitromicina,
  line,
  novalgina,
  openCheckout,
  ozempic,
  paper,
  trayenta,
  unlimited,
} from '../support/checkout.ts'
import { openTestDatabase } from '../support/database.ts'
import { tellExternal } from '../support/payments.ts'
import { fillShop } from '../support/pix-shop.ts'
import { pharmacist, photo } from '../support/prescriptions.ts'
import { type ShopProcess, startShopProcesses, untilWaiting } from '../support/shop-processes.ts'
import { byOperator, operator } from '../support/staff.ts'

test('a coupon takes ten percent off, at most twenty reais, and is written into the order', async () => {
  const shop = await openCheckout()
  const review = await shop.bags.reviewBag({ lines: [line(novalgina, 2)], couponCode: 'BEMVINDO10' }, 1)
  expect(review).toMatchObject({ itemsCents: 4580, discountCents: 686, couponDiscountCents: 389, totalCents: 3505 })
  const order = await shop.place([line(novalgina, 2)], { couponCode: ' bemvindo10 ' })
  expect(order).toMatchObject({ couponCode: 'BEMVINDO10', couponDiscountCents: 389, totalCents: 3505 })

  const many = await shop.bags.reviewBag({ lines: [line(novalgina, 20)], couponCode: 'BEMVINDO10' }, 1)
  expect(many.couponDiscountCents).toBe(2000)
})

test('a coupon is used once per customer, also by two orders at the same moment, and is free again if they come to nothing', async () => {
  const shop = await openCheckout()
  const attempts = await Promise.allSettled(
    [1, 2, 3].map(() => shop.place([line(novalgina)], { couponCode: 'BEMVINDO10' })),
  )
  const placed = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []))
  expect(placed).toHaveLength(1)
  await expect(shop.place([line(novalgina)], { couponCode: 'BEMVINDO10' })).rejects.toMatchObject({
    code: 'coupon.used',
    status: 422,
  })
  await shop.orders.endUnpaidOrder(placed[0]?.id ?? 0, 'expire', { kind: 'job' })
  expect(await shop.place([line(novalgina)], { couponCode: 'BEMVINDO10' })).toMatchObject({ couponDiscountCents: 195 })
})

test('an order that is cancelled frees its own customer’s use of the coupon, and nobody else’s', async () => {
  const shop = await openCheckout()
  const neighbour = await shop.neighbour()
  const couponCode = 'BEMVINDO10'
  const { id } = await shop.place([line(novalgina)], { couponCode })
  await shop.place([line(novalgina)], { couponCode, ...neighbour })
  await shop.orders.cancelOrRefund(id, byOperator)
  await expect(shop.place([line(novalgina)], { couponCode, ...neighbour })).rejects.toMatchObject({
    code: 'coupon.used',
  })
  expect(await shop.place([line(novalgina)], { couponCode })).toMatchObject({ couponCode })
})

test('a code that each customer may use once stays used when its coupon is removed and made anew', async () => {
  const shop = await openCheckout()
  const coupon = {
    title: 'Uma vez',
    discountType: 'percent',
    discountValue: 10,
    maxDiscountCents: null,
    ...unlimited,
  } as const
  const save = () => shop.bags.coupons.saveCoupon({ ...coupon, code: 'UMAVEZ', isOncePerCustomer: true, maxUses: 2 })
  const couponCode = 'umavez'
  await save()
  const { id } = await shop.place([line(novalgina)], { couponCode })
  await shop.bags.coupons.removeCoupon(couponCode)
  await save()
  await expect(shop.place([line(novalgina)], { couponCode })).rejects.toMatchObject({ code: 'coupon.used' })
  await shop.place([line(novalgina)], { couponCode, ...(await shop.neighbour()) })
  await shop.orders.cancelOrRefund(id, byOperator)
  // The order of the coupon that was removed frees its customer, and no use of the new one.
  expect(await shop.bags.coupons.listCoupons()).toContainEqual(expect.objectContaining({ code: 'UMAVEZ', useCount: 1 }))
  await shop.place([line(novalgina)], { couponCode })
  expect(await shop.bags.coupons.listCoupons()).toContainEqual(expect.objectContaining({ code: 'UMAVEZ', useCount: 2 }))
})

test('a code is found however it is typed, one that is too long is none, and the trail names it as it is stored', async () => {
  const shop = await openCheckout()
  const code = 'Z'.repeat(limits.couponCodeLength)
  const coupon = {
    title: 'Longo',
    discountType: 'percent',
    discountValue: 10,
    maxDiscountCents: null,
    ...unlimited,
  } as const
  const { merchandising } = shop.backoffice
  await merchandising.saveCoupon(operator, { ...coupon, code, isOncePerCustomer: false }, toSeenHash(null))
  const review = (couponCode: string) => shop.bags.reviewBag({ lines: [line(novalgina)], couponCode }, 1)
  expect(await review(` ${code.toLowerCase()} `)).toMatchObject({ couponRefusal: null, coupon: { code } })
  expect(await review(`${code}Z`)).toMatchObject({ couponRefusal: 'coupon.unknown' })
  const shown = (await merchandising.loadOverview(operator)).coupons.find((each) => each.code === code)
  await merchandising.removeCoupon(operator, code.toLowerCase(), shown?.seenHash ?? '')
  const entries = await shop.staff.audit.listEntries(operator, { target: { type: 'coupon', id: code } })
  expect(entries.map(({ action }) => action)).toEqual(['window.removeCoupon', 'window.coupon'])
})

test('a coupon of more than the bag leaves a cent to pay, and one of nothing is not kept', async () => {
  const shop = await openCheckout()
  const coupon = {
    title: 'Tudo',
    maxDiscountCents: null,
    isOncePerCustomer: false,
    ...unlimited,
    discountType: 'amount' as const,
  }
  await shop.bags.coupons.saveCoupon({ ...coupon, code: 'REAIS', discountValue: 5000 })
  const order = await shop.place([line(novalgina)], { couponCode: 'REAIS' })
  expect(order).toMatchObject({ couponDiscountCents: 1946, totalCents: 1 })
  for (const value of [0, -100])
    await expect(shop.bags.coupons.saveCoupon({ ...coupon, code: 'NADA', discountValue: value })).rejects.toThrow(
      'coupon_takes_something_off',
    )
})

test('nothing is offered, and no order stands, for less than a cent', async () => {
  const shop = await openCheckout()
  const { db } = shop.database
  const { id, itemsCents } = await shop.place([line(novalgina)])
  for (const priceCents of [0, -1]) {
    await expect(db.updateTable('offer').set({ priceCents }).execute()).rejects.toThrow('offer_price_positive')
  }
  for (const totalCents of [0, -1]) {
    const free = { totalCents, discountCents: itemsCents - totalCents }
    const update = db.updateTable('orders').set(free).where('id', '=', id)
    await expect(update.execute()).rejects.toThrow('orders_total_adds_up')
  }
})

test('a coupon never counts for what may not be promoted, and one that does nothing leaves the bag', async () => {
  const shop = await openCheckout()
  const both = await shop.bags.reviewBag({ lines: [line(novalgina), line(trayenta)], couponCode: 'BEMVINDO10' }, 1)
  expect(both.couponDiscountCents).toBe(195)
  const review = await shop.bags.reviewBag({ lines: [line(trayenta)], couponCode: 'BEMVINDO10' }, 1)
  expect(review).toMatchObject({ couponRefusal: 'coupon.nothingToDiscount', couponDiscountCents: 0 })
  expect(review.bag.couponCode).toBeUndefined()
  await expect(shop.bags.applyCoupon({ lines: [line(novalgina)] }, 1, 'NADA')).rejects.toMatchObject({
    code: 'coupon.unknown',
    input: 'couponCode',
  })
})

test('a laboratory discount is priced after consent, and the CPF lies encrypted until it is forgotten', async () => {
  const shop = await openCheckout()
  const bag = { lines: [line(trayenta, 2)] }
  const [plain] = (await shop.bags.reviewBag(bag, 1)).lines
  const id = await shop.bags.laboratory.optIn({ branchId: 1, productId: trayenta, cpf: '529.982.247-25' })
  const review = await shop.bags.reviewBag({ ...bag, laboratoryOptInId: id }, 1)
  const listCents = plain?.unitPriceCents ?? 0
  const unitPriceCents = Math.floor((listCents * 75 + 50) / 100)
  expect(review.lines[0]).toMatchObject({
    unitPriceCents,
    totalCents: unitPriceCents * 2,
    laboratoryDiscount: { listPriceCents: listCents },
  })
  expect(review).toMatchObject({ itemsCents: unitPriceCents * 2, discountCents: 0, totalCents: unitPriceCents * 2 })

  const [kept] = await shop.database.db.selectFrom('laboratoryOptIn').selectAll().execute()
  expect(JSON.stringify(kept)).not.toContain('52998224725')
  await shop.bags.laboratory.deleteOptIn(id)
  expect((await shop.bags.reviewBag({ ...bag, laboratoryOptInId: id }, 1)).lines[0]).toMatchObject({
    laboratoryDiscount: null,
  })
  await expect(
    shop.bags.laboratory.optIn({ branchId: 1, productId: novalgina, cpf: '52998224725' }),
  ).rejects.toMatchObject({
    code: 'product.noLaboratoryDiscount',
  })
})

test('a laboratory discount is asked of the branch that serves, and each product keeps the day of its consent', async () => {
  const shop = await openCheckout()
  const { db } = shop.database
  const first = await shop.bags.laboratory.optIn({ branchId: 1, productId: trayenta, cpf: '529.982.247-25' })
  const at = shop.clock.now()
  const { id: other } = await db
    .selectFrom('product')
    .select('id')
    .where('isPbm', '=', true)
    .where('id', '<>', trayenta)
    .executeTakeFirstOrThrow()
  await db.deleteFrom('offer').where('productId', '=', other).where('branchId', '=', 1).execute()
  shop.clock.pass(60)
  const wish = { replacedOptInId: first, productId: other, cpf: '529.982.247-25' }
  await expect(shop.bags.laboratory.optIn({ ...wish, branchId: 1 })).rejects.toMatchObject({
    code: 'product.noLaboratoryDiscount',
  })
  const second = await shop.bags.laboratory.optIn({ ...wish, branchId: 2 })
  expect(await shop.bags.laboratory.listOptInProductIds(first)).toEqual([])
  const granted = { discountBasisPoints: 2500, maxUnits: 30 }
  const consents = await db.selectFrom('laboratoryOptInProduct').selectAll().execute()
  expect(consents.toSorted((one, two) => Number(one.consentedAt) - Number(two.consentedAt))).toEqual([
    { optInId: second, productId: trayenta, consentedAt: at, ...granted },
    { optInId: second, productId: other, consentedAt: shop.clock.now(), ...granted },
  ])
  // Given once more, it is of now.
  shop.clock.pass(60)
  const again = { replacedOptInId: second, productId: other, cpf: '529.982.247-25', branchId: 2 }
  const third = await shop.bags.laboratory.optIn(again)
  const renewed = await db.selectFrom('laboratoryOptInProduct').selectAll().where('productId', '=', other).execute()
  expect(renewed).toEqual([{ optInId: third, productId: other, consentedAt: shop.clock.now(), ...granted }])
})

test('a laboratory opt-in left in the bag of a shared browser stays its customer’s own, whoever comes next', async () => {
  const shop = await openCheckout()
  const {
    bags: { laboratory },
    customerId,
  } = shop
  const { customerId: nextId } = await shop.neighbour()
  const { id: other } = await shop.database.db
    .selectFrom('product')
    .innerJoin('offer', 'offer.productId', 'product.id')
    .select('product.id')
    .where('branchId', '=', 1)
    .where('isPbm', '=', true)
    .where('product.id', '<>', trayenta)
    .executeTakeFirstOrThrow()
  const left = await laboratory.optIn({ branchId: 1, productId: trayenta, cpf: '529.982.247-25', customerId })
  const before = await laboratory.listOptIns(customerId)
  expect(before).toMatchObject([{ cpf: '52998224725', productIds: [trayenta] }])
  expect([
    await laboratory.assignOptInToCustomer(left, nextId),
    await laboratory.assignOptInToCustomer(left, customerId),
  ]).toEqual([false, true])

  const wish = { branchId: 1, productId: other, cpf: '111.444.777-35', replacedOptInId: left }
  const visitors = await laboratory.optIn(wish)
  expect(await laboratory.listOptInProductIds(visitors)).toEqual([other])
  await laboratory.optIn({ ...wish, customerId: nextId })
  expect(await laboratory.listOptIns(nextId)).toMatchObject([{ cpf: '11144477735', productIds: [other] }])
  expect(await laboratory.listOptIns(customerId)).toEqual(before)

  await laboratory.optIn({ ...wish, customerId })
  const [own, ...more] = await laboratory.listOptIns(customerId)
  expect([own?.productIds.toSorted(), more]).toEqual([[trayenta, other].toSorted(), []])
})

test('a CPF is held to its two check digits', () => {
  expect(['529.982.247-25', '111 444 777 35'].map(parseCpf)).toEqual(['52998224725', '11144477735'])
  for (const typed of ['', '111.111.111-11', '123.456.789-00', '5299822472', '52998224724', '٥٢٩٩٨٢٢٤٧٢٥']) {
    expect(() => parseCpf(typed)).toThrow('CPF válido')
  }
})

test('what the newest key encrypted any key decrypts, under the same context only', () => {
  const [before, after] = [
    createEncryption(['old-key-of-the-shop-0001']),
    createEncryption(['new-key', 'old-key-of-the-shop-0001']),
  ]
  const encrypted = before.encryptText('uma receita', 'prescription 1')
  expect(after.decryptText(encrypted, 'prescription 1')).toBe('uma receita')
  expect(() => after.decryptText(encrypted, 'prescription 2')).toThrow()
  expect(() => before.decryptText(after.encryptText('outra', 'prescription 1'), 'prescription 1')).toThrow('no key')
  const broken = before.encrypt(Buffer.from('uma receita'), 'a')
  broken[broken.length - 1] = (broken.at(-1) ?? 0) ^ 1
  expect(() => before.decrypt(broken, 'a')).toThrow()
})

test('files and names of a prescription lie encrypted, and each look at a file leaves a line', async () => {
  const shop = await openCheckout()
  const id = await shop.prescriptions.submitPrescriptions(shop.customerId, [await paper([azitromicina])])
  const folder = join(shop.dataDir, 'receitas')
  const [name = ''] = readdirSync(folder)
  expect(readFileSync(join(folder, name)).subarray(0, 200).toString('latin1')).not.toContain('JFIF')
  const rows = await shop.database.db.selectFrom('prescriptionPart').selectAll().execute()
  const patients = await shop.database.db.selectFrom('patient').selectAll().execute()
  expect(JSON.stringify([rows, patients])).not.toMatch(/Prates/)

  const prescription = await shop.prescriptions.findPrescription(id)
  expect(prescription?.parts).toMatchObject([{ patient: 'Ana Prates', products: [{ id: azitromicina }] }])
  if (!prescription) throw new Error('the prescription is gone')
  const file = await shop.prescriptions.recordFileAccess(prescription, prescription.parts[0]?.id ?? 0, 'a pharmacist')
  const picture = await shop.prescriptions.drawFile(file)
  expect(picture.subarray(0, 3).toString('hex')).toBe('ffd8ff')
  expect(await shop.database.db.selectFrom('prescriptionAccessLog').selectAll().execute()).toMatchObject([
    { prescriptionId: id, accessedBy: 'a pharmacist' },
  ])
})

test('a PDF of earlier days that cannot be drawn is told in a sentence, and the original handed to nobody', async () => {
  const shop = await openCheckout()
  const id = await shop.prescriptions.submitPrescriptions(shop.customerId, [
    { ...(await paper([azitromicina])), file: await photo() },
  ])
  // Its stored bytes are no PDF.
  await shop.database.db.updateTable('prescriptionPart').set({ fileType: 'application/pdf' }).execute()
  const prescription = await shop.prescriptions.findPrescription(id)
  if (!prescription) throw new Error('the prescription is gone')
  const part = prescription.parts[0]?.id ?? 0
  const refusal = { code: 'file.undrawable', message: expect.stringContaining('Não conseguimos mostrar este PDF') }
  const file = await shop.prescriptions.recordFileAccess(prescription, part, 'a pharmacist')
  await expect(shop.prescriptions.drawFile(file)).rejects.toMatchObject(refusal)
  await expect(shop.prescriptions.renderCustomerFile(shop.customerId, part)).rejects.toMatchObject(refusal)
})

test('a prescription that is sent twice is one file for the pharmacist; corrected, or for another product, it is another', async () => {
  const shop = await openCheckout()
  const part = await paper([azitromicina])
  const submit = (changes: object, id?: number) =>
    shop.prescriptions.submitPrescriptions(shop.customerId, [{ ...part, ...changes }], id)
  const id = await submit({})
  expect([await submit({}, id), await submit({ patient: ' ana  prates ' }, id)]).toEqual([id, id])
  const partCount = async () => (await shop.prescriptions.findPrescription(id))?.parts.length
  expect(await partCount()).toBe(1)
  expect(readdirSync(join(shop.dataDir, 'receitas'))).toHaveLength(1)
  const others = [
    { issuedAt: '2026-03-08' },
    { patient: 'Bia Prates' },
    { file: await photo() },
    { productIds: [trayenta] },
  ]
  for (const changes of others) await submit(changes, id)
  expect(await partCount()).toBe(5)
})

test('a patient is renamed by their own customer alone', async () => {
  const shop = await openCheckout()
  const { id } = await shop.prescriptions.registerPatient(shop.customerId, 'Ana Prates')
  const { customerId: stranger } = await shop.neighbour()
  await expect(shop.prescriptions.updatePatient(stranger, id, 'Outra Pessoa')).rejects.toMatchObject({
    code: 'patient.unknown',
  })
  expect(await shop.prescriptions.listPatients(shop.customerId)).toEqual([{ id, name: 'Ana Prates' }])
})

test('a prescription that is refused leaves no patient behind', async () => {
  const shop = await openCheckout()
  const known = await shop.prescriptions.listPatients(shop.customerId)
  const parts = [await paper([azitromicina]), { ...(await paper([azitromicina])), patient: '999999' }]
  await expect(shop.prescriptions.submitPrescriptions(shop.customerId, parts)).rejects.toMatchObject({
    code: 'patient.unknown',
  })
  await expect(
    shop.prescriptions.submitPrescriptions(shop.customerId, parts.slice(0, 1), 999_999),
  ).rejects.toMatchObject({
    code: 'prescription.unknown',
  })
  expect(await shop.prescriptions.listPatients(shop.customerId)).toEqual(known)
})

test('a prescription is refused when it is too old for its products, or not written yet', async () => {
  const shop = await openCheckout()
  const send = async (productId: number, issuedAt: string) =>
    shop.prescriptions.submitPrescriptions(shop.customerId, [await paper([productId], issuedAt)])
  await expect(send(azitromicina, '2026-02-27')).rejects.toMatchObject({
    code: 'prescription.expired',
    input: 'issuedAt',
  })
  await expect(send(ozempic, '2025-12-09')).rejects.toThrow('90 dias')
  await expect(send(azitromicina, '2026-03-11')).rejects.toMatchObject({ code: 'prescription.inFuture' })
  await expect(send(novalgina, '2026-03-09')).rejects.toMatchObject({ code: 'prescription.products' })
  expect(await send(azitromicina, '2026-02-28')).toBeGreaterThan(0)
  expect(await send(ozempic, '2025-12-10')).toBeGreaterThan(0)
  expect(await send(trayenta, '2016-03-10')).toBeGreaterThan(0)
  expect(await send(azitromicina, '2026-03-10')).toBeGreaterThan(0)
  const both = shop.prescriptions.submitPrescriptions(shop.customerId, [
    await paper([azitromicina, ozempic], '2026-02-27'),
  ])
  await expect(both).rejects.toThrow('10 dias')
})

test.each([
  ['10 days of an antimicrobial’s', azitromicina, '2026-02-28', '10 dias'],
  ['90 days of a GLP-1’s', ozempic, '2025-12-10', '90 dias'],
])(
  'the %s prescription end with São Paulo’s day, also between sending and ordering',
  async (_what, productId, issuedAt, sentence) => {
    const shop = await openCheckout()
    await shop.database.db.updateTable('offer').set({ stock: 2 }).where('productId', '=', productId).execute()
    const send = async () =>
      shop.prescriptions.submitPrescriptions(shop.customerId, [await paper([productId], issuedAt)])
    const [first, second] = [await send(), await send()]
    // From ten in the morning to the day's last minute.
    shop.clock.pass(14 * 60 - 1)
    await shop.place([line(productId)], { prescriptionId: first })
    shop.clock.pass(1)
    const late = shop.place([line(productId)], { prescriptionId: second })
    await expect(late).rejects.toMatchObject({ code: 'prescription.expired', status: 422 })
    await expect(late).rejects.toThrow(sentence)
    expect(await shop.stockOf(productId)).toBe(1)
    expect((await shop.prescriptions.findOpenPrescription(shop.customerId))?.id).toBe(second)
  },
)

test('where no law sets a limit, a day more than six months ago is asked back, and passes once confirmed', async () => {
  const shop = await openCheckout()
  const send = async (productId: number, issuedAt: string, confirmedDay?: string) =>
    shop.prescriptions.submitPrescriptions(shop.customerId, [{ ...(await paper([productId], issuedAt)), confirmedDay }])
  // 183 and 184 days before 10 March 2026.
  expect(await send(trayenta, '2025-09-08', '')).toBeGreaterThan(0)
  await expect(send(trayenta, '2025-09-07', '')).rejects.toMatchObject({ code: 'prescription.longAgo', status: 422 })
  await expect(send(trayenta, '2025-09-07', '2025-09-06')).rejects.toMatchObject({ code: 'prescription.longAgo' })
  expect(await send(trayenta, '2025-09-07', '2025-09-07')).toBeGreaterThan(0)
  // Calls are not asked.
  expect(await send(trayenta, '2025-09-07')).toBeGreaterThan(0)
  // A confirmation does not lengthen what the law limits.
  await expect(send(azitromicina, '2025-09-07', '2025-09-07')).rejects.toMatchObject({ code: 'prescription.expired' })
})

test('a prescription that ran out for one product still serves another one sent with it', async () => {
  const shop = await openCheckout()
  const parts = [await paper([azitromicina], '2026-02-28'), await paper([ozempic], '2026-02-28')]
  const prescriptionId = await shop.prescriptions.submitPrescriptions(shop.customerId, parts)
  shop.clock.pass(24 * 60)
  await expect(shop.place([line(azitromicina), line(ozempic)], { prescriptionId })).rejects.toMatchObject({
    code: 'prescription.expired',
  })
  expect(await shop.place([line(ozempic)], { prescriptionId })).toMatchObject({ prescriptionId })
})

test('an order takes a prescription that covers it, once, and gives it back when it comes to nothing', async () => {
  const shop = await openCheckout()
  await expect(shop.place([line(azitromicina)])).rejects.toMatchObject({ code: 'prescription.required', status: 422 })
  const id = await shop.prescriptions.submitPrescriptions(shop.customerId, [await paper([azitromicina])])
  const uncovered = shop.place([line(azitromicina), line(ozempic)], { prescriptionId: id })
  await expect(uncovered).rejects.toMatchObject({ code: 'prescription.required' })
  const order = await shop.place([line(azitromicina)], { prescriptionId: id })
  expect(order.prescriptionId).toBe(id)
  await expect(shop.place([line(azitromicina)], { prescriptionId: id })).rejects.toMatchObject({
    code: 'prescription.unknown',
  })
  await shop.orders.endUnpaidOrder(order.id, 'expire', { kind: 'job' })
  expect((await shop.prescriptions.findOpenPrescription(shop.customerId))?.id).toBe(id)
})

test('a prescription of another customer serves nobody else', async () => {
  const shop = await openCheckout()
  const { customerId } = await shop.neighbour()
  const id = await shop.prescriptions.submitPrescriptions(customerId, [await paper([azitromicina])])
  await expect(shop.place([line(azitromicina)], { prescriptionId: id })).rejects.toMatchObject({ status: 404 })
  await expect(
    shop.prescriptions.submitPrescriptions(shop.customerId, [await paper([ozempic])], id),
  ).rejects.toMatchObject({
    status: 404,
  })
})

test('a paid order with a prescription waits for the pharmacist, and leaves the shop only when approved', async () => {
  const shop = await openCheckout()
  const prescriptionId = await shop.prescriptions.submitPrescriptions(shop.customerId, [await paper([azitromicina])])
  const order = await shop.place([line(azitromicina)], { prescriptionId })
  await expect(shop.orders.approvePrescription(prescriptionId, { ...byOperator, pharmacist })).rejects.toMatchObject({
    code: 'prescription.decided',
  })
  await shop.pay(order.id)
  expect(await shop.orders.getOrder(shop.customerId, order.id)).toMatchObject({ status: 'prescription_review' })
  await expect(shop.orders.advanceOrder(order.id, 'dispatch', byOperator)).rejects.toMatchObject({
    code: 'step.impossible',
  })

  expect((await shop.prescriptions.findPrescription(prescriptionId))?.decision).toBeNull()
  await shop.orders.approvePrescription(prescriptionId, { ...byOperator, pharmacist })
  const decision = { by: pharmacist, at: shop.clock.now() }
  expect(await shop.prescriptions.findPrescription(prescriptionId)).toMatchObject({ status: 'approved', decision })
  await expect(
    shop.orders.rejectPrescription(prescriptionId, { ...byOperator, pharmacist }, 'late'),
  ).rejects.toMatchObject({
    code: 'prescription.decided',
  })
  expect((await shop.exportPersonalData(shop.customerId)).prescriptions[0]?.decision).toEqual({
    ...decision,
    justification: null,
    approvedUnits: [{ productId: azitromicina, units: 1, orderedUnits: 1 }],
  })
  expect(await shop.orders.advanceOrder(order.id, 'pick', byOperator)).toBe('preparing')
  expect(await shop.orders.advanceOrder(order.id, 'dispatch', byOperator)).toBe('out_for_delivery')
  expect(await shop.orders.advanceOrder(order.id, 'deliver', byOperator)).toBe('delivered')
  expect((await shop.orders.listStatusHistory(order.id)).map(({ status }) => status)).toEqual([
    'pending_payment',
    'paid',
    'prescription_review',
    'paid',
    'preparing',
    'out_for_delivery',
    'delivered',
  ])
})

test('a rejected prescription ends its order: stock and money go back, and the customer is told', async () => {
  const shop = await openCheckout()
  const before = await shop.stockOf(azitromicina)
  const prescriptionId = await shop.prescriptions.submitPrescriptions(shop.customerId, [await paper([azitromicina])])
  const order = await shop.place([line(azitromicina)], { prescriptionId })
  await shop.pay(order.id)
  const decided = await Promise.allSettled([
    shop.orders.rejectPrescription(prescriptionId, { ...byOperator, pharmacist }, 'assinatura ilegível'),
    shop.orders.rejectPrescription(prescriptionId, { ...byOperator, pharmacist }, 'assinatura ilegível'),
  ])
  expect(decided.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await shop.stockOf(azitromicina)).toBe(before)
  expect(await shop.payments.listPayments(order.id)).toMatchObject([
    { status: 'refund_due', amountCents: order.totalCents },
  ])
  const [told] = await shop.mail.listByRecipient('cliente@example.com')
  expect(told?.subject).toBe(`Receita não aprovada: pedido ${order.id}`)
})

test('uploads that serve no order are erased after 48 hours, files too; those of an order stay', async () => {
  const shop = await openCheckout()
  const used = await shop.prescriptions.submitPrescriptions(shop.customerId, [await paper([azitromicina])])
  const unused = await shop.prescriptions.submitPrescriptions(shop.customerId, [await paper([azitromicina])])
  await shop.place([line(azitromicina)], { prescriptionId: used })
  shop.clock.pass(48 * 60)
  await shop.prescriptions.eraseUnused()
  expect(readdirSync(join(shop.dataDir, 'receitas'))).toHaveLength(2)
  shop.clock.pass(1)
  await shop.prescriptions.eraseUnused()
  expect(readdirSync(join(shop.dataDir, 'receitas'))).toHaveLength(1)
  expect([
    await shop.prescriptions.findPrescription(used),
    await shop.prescriptions.findPrescription(unused),
  ]).toMatchObject([{ id: used }, null])
})

test('an order is cancelled in the shop and refunded anywhere; what was delivered does not come back to the shelf', async () => {
  const shop = await openCheckout()
  const before = (await shop.stockOf(novalgina)) ?? 0
  const early = await shop.place([line(novalgina)])
  expect(await shop.orders.cancelOrRefund(early.id, byOperator)).toEqual({
    status: 'cancelled',
    refundCents: 0,
    requiresManualRefund: false,
    refundedBalanceCents: 0,
  })
  expect(await shop.stockOf(novalgina)).toBe(before)
  await expect(shop.orders.cancelOrRefund(early.id, byOperator)).rejects.toMatchObject({ code: 'step.impossible' })

  const late = await shop.place([line(novalgina)])
  await shop.pay(late.id)
  for (const step of ['pick', 'dispatch', 'deliver'] as const) await shop.orders.advanceOrder(late.id, step, byOperator)
  expect(await shop.orders.cancelOrRefund(late.id, byOperator)).toEqual({
    status: 'refunded',
    refundCents: late.totalCents,
    requiresManualRefund: true,
    refundedBalanceCents: 0,
  })
  expect(await shop.stockOf(novalgina)).toBe(before - 1)
  await expect(shop.orders.advanceOrder(late.id, 'deliver', byOperator)).rejects.toMatchObject({
    code: 'step.impossible',
  })
  await expect(shop.orders.advanceOrder(999, 'pick', byOperator)).rejects.toMatchObject({ code: 'order.unknown' })
})

test('the provider’s word counts once, for the right amount and an order that waits; all other money is owed back', async () => {
  const shop = await openCheckout({ NATIVE_PAYMENT: '0' })
  const order = await shop.place([line(novalgina)])
  expect(order.paymentDueAt.getTime() - order.placedAt.getTime()).toBe(60 * 60_000)
  await shop.pay(order.id, 0.01, 'too little')
  const { reference } = await shop.payments.chargeOrder(shop.customerId, order.id, 'external')
  const again = {
    payment_id: 'b',
    transaction_reference: reference,
    status: 'paid' as const,
    amount: order.totalCents / 100,
  }
  const first = { ...again, payment_id: 'a' }
  await Promise.all([tellExternal(shop.payments, first), tellExternal(shop.payments, first)])
  await tellExternal(shop.payments, again)
  await tellExternal(shop.payments, { ...again, payment_id: 'c', status: 'refused' })
  expect(await shop.orders.getOrder(shop.customerId, order.id)).toMatchObject({ status: 'paid' })
  const payments = await shop.payments.listPayments(order.id)
  expect(payments.map(({ reference, status }) => `${reference} ${status}`).sort()).toEqual([
    'a captured',
    'b refund_due',
    'too little refund_due',
  ])
  expect(await tellExternal(shop.payments, { ...again, transaction_reference: 'unknown' })).toBe('unknown')
  const anew = shop.payments.chargeOrder(shop.customerId, order.id, 'external')
  await expect(anew).rejects.toMatchObject({ status: 409 })
})

test('only what the provider signed is genuine', async () => {
  const { payments } = await openCheckout()
  const body = Buffer.from('{"payment_id":"1"}')
  const signature = createHmac('sha256', sandboxPaymentSecret).update(body).digest('hex')
  const judge = (signature: string, bytes = body) =>
    payments.handleWebhook('external', { body: bytes, getHeader: () => signature, query: new URLSearchParams() })
  // Its body is none of a payment.
  expect(await judge(signature)).toBe('malformed')
  expect(await judge(`sha256=${signature}`)).toBe('malformed')
  for (const forged of ['', 'zz', signature.slice(2), signature.replace(/./, (first) => (first === '0' ? '1' : '0'))]) {
    expect(await judge(forged)).toBe('forged')
  }
  expect(await judge(signature, Buffer.from('{"payment_id":"2"}'))).toBe('forged')
})

test('two servers, each a process of its own, sell the last two units to two of eight shoppers at once', async () => {
  const database = await openTestDatabase()
  const [plenty, scarce] = [1, 2]
  const customerId = await fillShop(database, [
    { id: plenty, priceCents: 1850, stock: 100 },
    { id: scarce, priceCents: 1850, stock: 2 },
  ])
  const { id: addressId } = await database.db.selectFrom('address').select('id').executeTakeFirstOrThrow()
  const servers = await startShopProcesses(database.location)
  const place = (server: ShopProcess) =>
    server.ask('placeOrder', {
      customerId,
      addressId,
      idempotencyKey: crypto.randomUUID(),
      bag: { lines: [line(plenty), line(scarce)] },
      note: '',
    })

  const asked: ReturnType<typeof place>[] = []
  await database.transact(async (tx) => {
    // Nobody gets past this lock: every order is under way before any is placed. On PostgreSQL each has read by then that
    // there are two.
    await tx.updateTable('offer').set('stock', 2).where('productId', '=', scarce).execute()
    for (let shopper = 0; shopper < 4; shopper += 1) asked.push(...servers.map(place))
    await untilWaiting(database, servers, asked.length)
  })
  const outcomes = await Promise.all(asked)
  expect(new Set(outcomes.flatMap(({ value }) => value ?? [])).size).toBe(2)
  expect(outcomes.flatMap(({ refusal }) => refusal ?? [])).toEqual(Array(6).fill('stock.short'))
  // Whoever came too late for the one product has given back the other.
  const left = await database.db.selectFrom('offer').select('stock').orderBy('productId').execute()
  expect(left.map(({ stock }) => stock)).toEqual([98, 0])
})
