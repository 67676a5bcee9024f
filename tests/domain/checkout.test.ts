import { createHmac } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { parseCpf } from '../../server/bag/laboratory.ts'
import { sandboxPaymentSecret } from '../../server/payments/external.ts'
import { mostFileBytes, readPrescriptionFile } from '../../server/prescriptions/prescription-file.ts'
import { openVault } from '../../server/vault.ts'
import { azitromicina, line, novalgina, openCheckout, ozempic, paper, trayenta } from '../support/checkout.ts'
import { photo } from '../support/prescriptions.ts'

test('a coupon takes ten percent off, at most twenty reais, and is written into the order', async () => {
  const shop = await openCheckout()
  const review = await shop.bags.review({ lines: [line(novalgina, 2)], couponCode: 'BEMVINDO10' }, 1)
  expect(review).toMatchObject({ itemsCents: 4580, discountCents: 686, couponCents: 389, totalCents: 3505 })
  const order = await shop.place([line(novalgina, 2)], { couponCode: ' bemvindo10 ' })
  expect(order).toMatchObject({ couponCode: 'BEMVINDO10', couponDiscountCents: 389, totalCents: 3505 })

  const many = await shop.bags.review({ lines: [line(novalgina, 20)], couponCode: 'BEMVINDO10' }, 1)
  expect(many.couponCents).toBe(2000)
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
  await shop.orders.expireOrder(placed[0]?.id ?? 0)
  expect(await shop.place([line(novalgina)], { couponCode: 'BEMVINDO10' })).toMatchObject({ couponDiscountCents: 195 })
})

test('a coupon never counts for what may not be promoted, and one that does nothing leaves the bag', async () => {
  const shop = await openCheckout()
  const both = await shop.bags.review({ lines: [line(novalgina), line(trayenta)], couponCode: 'BEMVINDO10' }, 1)
  expect(both.couponCents).toBe(195)
  const review = await shop.bags.review({ lines: [line(trayenta)], couponCode: 'BEMVINDO10' }, 1)
  expect(review).toMatchObject({ couponRefusal: 'coupon.nothingToDiscount', couponCents: 0 })
  expect(review.bag.couponCode).toBeUndefined()
  await expect(shop.bags.applyCoupon({ lines: [line(novalgina)] }, 1, 'NADA')).rejects.toMatchObject({
    code: 'coupon.unknown',
    field: 'coupon_code',
  })
})

test('a laboratory discount shows after consent, is charged to nobody, and the CPF lies encrypted until it is forgotten', async () => {
  const shop = await openCheckout()
  const id = await shop.laboratory.optIn({ branchId: 1, productId: trayenta, cpf: '529.982.247-25' })
  const bag = { lines: [line(trayenta, 2)], laboratoryId: id }
  const review = await shop.bags.review(bag, 1)
  const full = review.lines[0]?.totalCents ?? 0
  expect(review.lines[0]?.laboratoryCents).toBe(Math.floor(((full / 2) * 75 + 50) / 100) * 2)
  expect(review.totalCents).toBe(full)

  const [kept] = await shop.database.query.selectFrom('laboratory_opt_in').selectAll().execute()
  expect(JSON.stringify(kept)).not.toContain('52998224725')
  await shop.laboratory.withdraw(id)
  expect((await shop.bags.review(bag, 1)).lines[0]?.laboratoryCents).toBeNull()
  await expect(shop.laboratory.optIn({ branchId: 1, productId: novalgina, cpf: '52998224725' })).rejects.toMatchObject({
    code: 'product.noLaboratoryDiscount',
  })
})

test('a laboratory discount is asked of the branch that serves, and each product keeps the day of its consent', async () => {
  const shop = await openCheckout()
  const { query } = shop.database
  const first = await shop.laboratory.optIn({ branchId: 1, productId: trayenta, cpf: '529.982.247-25' })
  const at = shop.clock.now().toISOString()
  const { id: other } = await query
    .selectFrom('product')
    .select('id')
    .where('is_pbm', '=', 1)
    .where('id', '<>', trayenta)
    .executeTakeFirstOrThrow()
  await query.deleteFrom('offer').where('product_id', '=', other).where('branch_id', '=', 1).execute()
  shop.clock.pass(60)
  const wish = { replaces: first, productId: other, cpf: '529.982.247-25' }
  await expect(shop.laboratory.optIn({ ...wish, branchId: 1 })).rejects.toMatchObject({
    code: 'product.noLaboratoryDiscount',
  })
  const second = await shop.laboratory.optIn({ ...wish, branchId: 2 })
  expect(await shop.laboratory.productsOf(first)).toEqual([])
  const consents = await query.selectFrom('laboratory_opt_in_product').selectAll().execute()
  expect(consents.toSorted((one, two) => one.consented_at.localeCompare(two.consented_at))).toEqual([
    { opt_in_id: second, product_id: trayenta, consented_at: at },
    { opt_in_id: second, product_id: other, consented_at: shop.clock.now().toISOString() },
  ])
})

test('a CPF is held to its two check digits', () => {
  expect(['529.982.247-25', '111 444 777 35'].map(parseCpf)).toEqual(['52998224725', '11144477735'])
  for (const typed of ['', '111.111.111-11', '123.456.789-00', '5299822472', '52998224724', '٥٢٩٩٨٢٢٤٧٢٥']) {
    expect(() => parseCpf(typed)).toThrow('CPF válido')
  }
})

test('what the newest key sealed opens with any key, under the same context only', () => {
  const [before, after] = [openVault(['old-key-of-the-shop-0001']), openVault(['new-key', 'old-key-of-the-shop-0001'])]
  const sealed = before.sealText('uma receita', 'prescription 1')
  expect(after.openText(sealed, 'prescription 1')).toBe('uma receita')
  expect(() => after.openText(sealed, 'prescription 2')).toThrow()
  expect(() => before.openText(after.sealText('outra', 'prescription 1'), 'prescription 1')).toThrow('no key')
  const broken = before.seal(Buffer.from('uma receita'), 'a')
  broken[broken.length - 1] = (broken.at(-1) ?? 0) ^ 1
  expect(() => before.open(broken, 'a')).toThrow()
})

test('a prescription’s file is judged by its bytes', async () => {
  const refusal = (bytes: Uint8Array | string) =>
    readPrescriptionFile(Buffer.from(bytes)).then(
      ({ type }) => type,
      (error) => error.code,
    )
  const picture = await photo()
  const pdf = (body: string) => `%PDF-1.7\n1 0 obj\n<< ${body} >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n`
  expect(await refusal(picture)).toBe('image/jpeg')
  expect(await refusal(pdf('/Type /Catalog'))).toBe('application/pdf')
  expect(await refusal('MZ not a picture')).toBe('file.unsupported')
  expect(await refusal(Buffer.alloc(mostFileBytes + 1, picture))).toBe('file.tooLarge')
  expect(await refusal(picture.subarray(0, picture.length / 2))).toBe('file.damaged')
  expect(await refusal(pdf('/Encrypt 5 0 R'))).toBe('file.encrypted')
  expect(await refusal(pdf('/OpenAction << /S /J#61vaScript >>'))).toBe('file.active')
  expect(await refusal(`${pdf('/Type /Catalog')}PK\x03\x04 a second file`)).toBe('file.damaged')
})

test('a PDF that names hidden objects a million times is read once, and refused where they grow too long together', async () => {
  const refusal = (body: string | Buffer) =>
    readPrescriptionFile(Buffer.concat(['%PDF-1.7\n', body, '\n%%EOF\n'].map((part) => Buffer.from(part)))).then(
      ({ type }) => type,
      (error) => error.code,
    )
  const stream = (text: string | Buffer, gap = ' ', name = 'ObjStm') =>
    Buffer.concat([
      Buffer.from(`1 0 obj\n<< /Type /${name}${gap}/Filter /FlateDecode >>\nstream\n`),
      deflateSync(text),
      Buffer.from('\nendstream\nendobj\n'),
    ])
  expect(await refusal('/ObjStm '.repeat(1_250_000))).toBe('application/pdf')
  expect(await refusal(stream('<< /Type /Font >>'))).toBe('application/pdf')
  expect(await refusal(stream('<< /S /JavaScript >>'))).toBe('file.active')
  expect(await refusal(stream('<< /S /JavaScript >>', ' '.repeat(5_000)))).toBe('file.active')
  expect(await refusal(stream('<< /S /JavaScript >>', ' ', 'Obj#53tm'))).toBe('file.active')
  const long = stream(Buffer.alloc(1024 * 1024, ' '))
  expect(await refusal(Buffer.concat(Array.from({ length: 10 }, () => long)))).toBe('application/pdf')
  expect(await refusal(Buffer.concat(Array.from({ length: 30 }, () => long)))).toBe('file.damaged')
})

test('a picture is drawn anew: what was hidden behind it or in it stays out', async () => {
  const marked = await sharp(await photo())
    .withExif({ IFD0: { Artist: 'where somebody lives' } })
    .jpeg()
    .toBuffer()
  const { content } = await readPrescriptionFile(Buffer.concat([marked, Buffer.from('<script>alert(1)</script>')]))
  expect(content.includes('script')).toBe(false)
  expect(content.includes('somebody')).toBe(false)
})

test('a picture that claims more pixels than any camera has is refused without being drawn', async () => {
  const side = 8_100
  const bomb = await sharp({
    create: { width: side, height: side, channels: 3, background: 'white' },
    limitInputPixels: false,
  })
    .png({ compressionLevel: 1 })
    .toBuffer()
  expect(bomb.length).toBeLessThan(mostFileBytes)
  await expect(readPrescriptionFile(bomb)).rejects.toMatchObject({ code: 'file.damaged' })
})

test('files and names of a prescription lie encrypted, and each look at a file leaves a line', async () => {
  const shop = await openCheckout()
  const id = await shop.prescriptions.send(shop.customerId, [await paper([azitromicina])])
  const folder = join(shop.dataDir, 'receitas')
  const [name = ''] = readdirSync(folder)
  expect(readFileSync(join(folder, name)).subarray(0, 200).toString('latin1')).not.toContain('JFIF')
  const rows = await shop.database.query.selectFrom('prescription_part').selectAll().execute()
  const patients = await shop.database.query.selectFrom('patient').selectAll().execute()
  expect(JSON.stringify([rows, patients])).not.toContain('Ana')

  const prescription = await shop.prescriptions.show(id)
  expect(prescription?.parts).toMatchObject([{ patient: 'Ana Prates', products: [{ id: azitromicina }] }])
  if (!prescription) throw new Error('the prescription is gone')
  const content = await shop.prescriptions.readFileOf(prescription, prescription.parts[0]?.id ?? 0, 'a pharmacist')
  expect(content?.subarray(0, 3).toString('hex')).toBe('ffd8ff')
  expect(await shop.database.query.selectFrom('prescription_look').selectAll().execute()).toMatchObject([
    { prescription_id: id, looked_by: 'a pharmacist' },
  ])
})

test('a prescription that is refused leaves no patient behind', async () => {
  const shop = await openCheckout()
  const known = await shop.prescriptions.listPatients(shop.customerId)
  const parts = [await paper([azitromicina]), { ...(await paper([azitromicina])), patient: '999999' }]
  await expect(shop.prescriptions.send(shop.customerId, parts)).rejects.toMatchObject({ code: 'patient.unknown' })
  await expect(shop.prescriptions.send(shop.customerId, parts.slice(0, 1), 999_999)).rejects.toMatchObject({
    code: 'prescription.unknown',
  })
  expect(await shop.prescriptions.listPatients(shop.customerId)).toEqual(known)
})

test('a prescription is refused when it is too old for its products, or not written yet', async () => {
  const shop = await openCheckout()
  const send = async (productId: number, issuedAt: string) =>
    shop.prescriptions.send(shop.customerId, [await paper([productId], issuedAt)])
  await expect(send(azitromicina, '2026-02-27')).rejects.toMatchObject({
    code: 'prescription.expired',
    field: 'issued_at',
  })
  await expect(send(ozempic, '2025-12-09')).rejects.toThrow('90 dias')
  await expect(send(azitromicina, '2026-03-11')).rejects.toMatchObject({ code: 'prescription.inFuture' })
  await expect(send(novalgina, '2026-03-09')).rejects.toMatchObject({ code: 'prescription.products' })
  expect(await send(azitromicina, '2026-02-28')).toBeGreaterThan(0)
  expect(await send(ozempic, '2025-12-10')).toBeGreaterThan(0)
})

test('an order takes a prescription that covers it, once, and gives it back when it comes to nothing', async () => {
  const shop = await openCheckout()
  await expect(shop.place([line(azitromicina)])).rejects.toMatchObject({ code: 'prescription.required', status: 422 })
  const id = await shop.prescriptions.send(shop.customerId, [await paper([azitromicina])])
  const uncovered = shop.place([line(azitromicina), line(ozempic)], { prescriptionId: id })
  await expect(uncovered).rejects.toMatchObject({ code: 'prescription.required' })
  const order = await shop.place([line(azitromicina)], { prescriptionId: id })
  expect(order.prescriptionId).toBe(id)
  await expect(shop.place([line(azitromicina)], { prescriptionId: id })).rejects.toMatchObject({
    code: 'prescription.unknown',
  })
  await shop.orders.expireOrder(order.id)
  expect((await shop.prescriptions.findOpen(shop.customerId))?.id).toBe(id)
})

test('a prescription of another customer serves nobody else', async () => {
  const shop = await openCheckout()
  const other = (
    await shop.accounts.findSession(await shop.accounts.login('beneficio@example.com', 'balcao-demo-2026', 'test'))
  )?.customerId
  const id = await shop.prescriptions.send(other ?? 0, [await paper([azitromicina])])
  await expect(shop.place([line(azitromicina)], { prescriptionId: id })).rejects.toMatchObject({ status: 404 })
  await expect(shop.prescriptions.send(shop.customerId, [await paper([ozempic])], id)).rejects.toMatchObject({
    status: 404,
  })
})

test('a paid order with a prescription waits for the pharmacist, and leaves the shop only when approved', async () => {
  const shop = await openCheckout()
  const prescriptionId = await shop.prescriptions.send(shop.customerId, [await paper([azitromicina])])
  const order = await shop.place([line(azitromicina)], { prescriptionId })
  await expect(shop.counter.approve(prescriptionId)).rejects.toThrow('unpaid')
  await shop.pay(order.id)
  expect(await shop.orders.findOrder(shop.customerId, order.id)).toMatchObject({ status: 'prescription_review' })
  await expect(shop.counter.advance(order.id)).rejects.toThrow('waits for its prescription')

  await shop.counter.approve(prescriptionId)
  await expect(shop.counter.reject(prescriptionId, 'late')).rejects.toThrow('decided before')
  expect(await shop.counter.advance(order.id)).toBe('out_for_delivery')
  expect(await shop.counter.advance(order.id)).toBe('delivered')
  expect((await shop.orders.stepsOf(order.id)).map(({ status }) => status)).toEqual([
    'pending_payment',
    'paid',
    'prescription_review',
    'preparing',
    'out_for_delivery',
    'delivered',
  ])
})

test('a rejected prescription ends its order: stock and money go back, and the customer is told', async () => {
  const shop = await openCheckout()
  const before = await shop.stockOf(azitromicina)
  const prescriptionId = await shop.prescriptions.send(shop.customerId, [await paper([azitromicina])])
  const order = await shop.place([line(azitromicina)], { prescriptionId })
  await shop.pay(order.id)
  const decided = await Promise.allSettled([
    shop.counter.reject(prescriptionId, 'assinatura ilegível'),
    shop.counter.reject(prescriptionId, 'assinatura ilegível'),
  ])
  expect(decided.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await shop.stockOf(azitromicina)).toBe(before)
  expect(await shop.payments.paymentsOf(order.id)).toMatchObject([
    { status: 'refund_due', amountCents: order.totalCents },
  ])
  const [told] = await shop.mail.listWritten('cliente@example.com')
  expect(told?.subject).toBe(`Receita não aprovada: pedido ${order.id}`)
})

test('uploads that serve no order are erased after 48 hours, files too; those of an order stay', async () => {
  const shop = await openCheckout()
  const used = await shop.prescriptions.send(shop.customerId, [await paper([azitromicina])])
  const unused = await shop.prescriptions.send(shop.customerId, [await paper([azitromicina])])
  await shop.place([line(azitromicina)], { prescriptionId: used })
  shop.clock.pass(48 * 60)
  await shop.prescriptions.eraseUnused()
  expect(readdirSync(join(shop.dataDir, 'receitas'))).toHaveLength(2)
  shop.clock.pass(1)
  await shop.prescriptions.eraseUnused()
  expect(readdirSync(join(shop.dataDir, 'receitas'))).toHaveLength(1)
  expect([await shop.prescriptions.show(used), await shop.prescriptions.show(unused)]).toMatchObject([
    { id: used },
    null,
  ])
})

test('an order is cancelled in the shop and refunded anywhere; what was delivered does not come back to the shelf', async () => {
  const shop = await openCheckout()
  const before = (await shop.stockOf(novalgina)) ?? 0
  const early = await shop.place([line(novalgina)])
  expect(await shop.counter.cancel(early.id)).toEqual({ refundCents: 0, refundByHand: false })
  expect(await shop.stockOf(novalgina)).toBe(before)
  await expect(shop.counter.cancel(early.id)).rejects.toThrow('is cancelled')

  const late = await shop.place([line(novalgina)])
  await shop.pay(late.id)
  for (const _ of [1, 2, 3]) await shop.counter.advance(late.id)
  await expect(shop.counter.cancel(late.id)).rejects.toThrow('is delivered')
  expect(await shop.counter.refund(late.id)).toEqual({ refundCents: late.totalCents, refundByHand: true })
  expect(await shop.stockOf(novalgina)).toBe(before - 1)
  await expect(shop.counter.advance(late.id)).rejects.toThrow('no next step')
  await expect(shop.counter.advance(999)).rejects.toThrow('There is no order 999.')
})

test('the provider’s word counts once, for the right amount and an order that waits; all other money is owed back', async () => {
  const shop = await openCheckout({ NATIVE_PAYMENT: '0' })
  const order = await shop.place([line(novalgina)])
  expect(order.paymentDueAt.getTime() - order.placedAt.getTime()).toBe(60 * 60_000)
  await shop.pay(order.id, 0.01, 'too little')
  const reference = await shop.externalPayments.referenceFor(shop.customerId, order.id)
  const again = {
    payment_id: 'b',
    transaction_reference: reference,
    status: 'paid' as const,
    amount: order.totalCents / 100,
  }
  const first = { ...again, payment_id: 'a' }
  await Promise.all([shop.externalPayments.learn(first), shop.externalPayments.learn(first)])
  await shop.externalPayments.learn(again)
  await shop.externalPayments.learn({ ...again, payment_id: 'c', status: 'refused' })
  expect(await shop.orders.findOrder(shop.customerId, order.id)).toMatchObject({ status: 'paid' })
  const payments = await shop.payments.paymentsOf(order.id)
  expect(payments.map(({ reference, status }) => `${reference} ${status}`).sort()).toEqual([
    'external:a captured',
    'external:b refund_due',
    'external:too little refund_due',
  ])
  expect(await shop.externalPayments.learn({ ...again, transaction_reference: 'unknown' })).toBe(false)
  await expect(shop.externalPayments.referenceFor(shop.customerId, order.id)).rejects.toMatchObject({ status: 409 })
})

test('only what the provider signed is genuine', async () => {
  const { externalPayments } = await openCheckout()
  const body = Buffer.from('{"payment_id":"1"}')
  const signature = createHmac('sha256', sandboxPaymentSecret).update(body).digest('hex')
  expect(externalPayments.isGenuine(body, signature)).toBe(true)
  expect(externalPayments.isGenuine(body, `sha256=${signature}`)).toBe(true)
  for (const forged of ['', 'zz', signature.slice(2), signature.replace(/./, (first) => (first === '0' ? '1' : '0'))]) {
    expect(externalPayments.isGenuine(body, forged)).toBe(false)
  }
  expect(externalPayments.isGenuine(Buffer.from('{"payment_id":"2"}'), signature)).toBe(false)
})

test('two hundred shoppers at once for the last ten units make exactly ten orders', async () => {
  const shop = await openCheckout()
  await shop.database.query.updateTable('offer').set({ stock: 10 }).where('product_id', '=', novalgina).execute()
  // Retries where the database stayed locked for so long that it counts as unavailable.
  const insist = (): ReturnType<typeof shop.place> =>
    shop.place([line(novalgina), line(61)]).catch((error) => {
      if (!shop.isUnavailable(error)) throw error
      return insist()
    })
  const attempts = await Promise.allSettled(Array.from({ length: 200 }, insist))
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  const refusals = attempts.flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason.code] : []))
  expect(new Set(refusals)).toEqual(new Set(['stock.short']))
  expect(await shop.stockOf(novalgina)).toBe(0)
})
