import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startJobs } from '../../server/jobs.ts'
import { createNotice } from '../../server/notify/notice.ts'
import { notify } from '../../server/notify/notify.ts'
import { markPaid } from '../../server/orders/order-commands.ts'
import { addMinutes } from '../../server/platform/clock.ts'
import { azitromicina, line, novalgina, openCheckout, paper, trayenta } from '../support/checkout.ts'
import { startCollector } from '../support/collector.ts'
import { openReceiver } from '../support/receiver.ts'
import { openSmtpSink } from '../support/smtp.ts'
import { byOperator, demoStaff, demoStaffPassword } from '../support/staff.ts'

const textOf = (file: string) => readFileSync(file, 'latin1')

/** Minutes: longer than anything is kept. */
const halfAYear = 200 * 24 * 60

test('each of the shop’s jobs does its work once the shop is open, and again after a pause', async () => {
  const [sink, collector] = [await openSmtpSink(), await startCollector()]
  onTestFinished(collector.close)
  const shop = await openCheckout({ SMTP_URL: sink.url, ...collector.env })
  const { db } = shop.database
  const write = (to: string) => shop.ctx.transact((ctx) => notify(ctx, createNotice('welcome', 'Ana'), { email: to }))

  // Somebody whose account was erased while their last order was being placed, which has arrived since.
  const gone = await shop.neighbour()
  const delivered = await shop.place([line(novalgina)], gone)
  await shop.ctx.transact((ctx) => markPaid(ctx, delivered.id, shop.clock.now()))
  for (const step of ['pick', 'dispatch', 'deliver'] as const)
    await shop.orders.advanceOrder(delivered.id, step, byOperator)
  const erased = { erasedAt: shop.clock.now() }
  await db.updateTable('customer').set(erased).where('id', '=', gone.customerId).execute()
  // What has been waiting for longer than it is kept.
  const erp = await openReceiver()
  const { id: removed } = await shop.webhooks.addWebhook({ url: `${erp.url}/removido`, branchId: null })
  const unpaid = await shop.place([line(novalgina)])
  await shop.webhooks.removeWebhook(removed)
  await shop.webhooks.addWebhook({ url: erp.url, branchId: null })
  const paid = await shop.place([line(novalgina)])
  await shop.pay(paid.id)
  await shop.analytics.registerPendingPurchase(crypto.randomUUID(), paid.id)
  const unused = await shop.prescriptions.submitPrescriptions(shop.customerId, [await paper([azitromicina])])
  const optIn = await shop.bags.laboratory.optIn({ branchId: 1, productId: trayenta, cpf: '529.982.247-25' })
  const reminder = { productId: novalgina, quantity: 1, days: 10, dueOn: '2026-03-20', token: 't' }
  await db
    .insertInto('refillReminder')
    .values({ ...reminder, customerId: shop.customerId })
    .execute()
  const held = { id: 'held', customerId: shop.customerId, idempotencyKey: 'k', productId: trayenta, units: 0 }
  const at = shop.clock.now()
  await db
    .insertInto('laboratoryAuthorisation')
    .values({ ...held, state: 'authorised', requestedAt: at, dueAt: at })
    .execute()
  await shop.accounts.rememberDevice(shop.customerId, null)
  await write('old@example.com')
  await shop.catalogue.pauses.pauseProduct('FD0160', addMinutes(shop.clock.now(), 24 * 60))
  const plan = { discount: { type: 'percent' as const, value: 5 }, startsAt: addMinutes(shop.clock.now(), 60) }
  await shop.catalogue.promotions.setPromotion(203, { ...plan, endsAt: null }, '')
  const staged = join(shop.dataDir, 'importacoes')
  mkdirSync(staged)
  writeFileSync(join(staged, `1-offers-0-${shop.clock.now().getTime()}-${'a'.repeat(32)}`), 'sku')
  shop.clock.pass(halfAYear)
  // Somebody whose account was erased in the same instant as another device added a favourite.
  await db.updateTable('customer').set({ erasedAt: shop.clock.now() }).where('id', '=', gone.customerId).execute()
  await shop.wishlist.addFavourite(gone.customerId, novalgina)
  const halfAYearLater = shop.clock.now()
  await write('new@example.com')
  await shop.catalogue.stockNotices.requestNotice(
    'waiting@example.com',
    { id: novalgina, isSellableOnline: true },
    1,
    'test',
  )

  await shop.delivery.coverageNotices.requestNotice('far@example.com', '08100-000', 'test')
  const newlyServed = { branchId: 1, firstZipcode: 8_100_000, lastZipcode: 8_199_999 }
  await db.insertInto('branchZipcodes').values(newlyServed).execute()

  // What has been deleted, and is still in the log of SQLite.
  const deletedCode = {
    mailboxHash: 'of a mailbox',
    customerId: shop.customerId,
    codeHash: 'the hash of a code that is no more',
    expiresAt: shop.clock.now(),
    attempts: 0,
  }
  await db.insertInto('mailboxCode').values(deletedCode).execute()
  await db.deleteFrom('mailboxCode').where('codeHash', '=', deletedCode.codeHash).execute()

  await shop.staff.signIn(demoStaff.clerk, demoStaffPassword, 'test')
  await shop.catalogue.emptySearchLog.recordEmptySearch('protetor sem cor')
  const longAgo = '2020-01-01'
  await db.updateTable('emptySearch').set({ day: longAgo }).execute()
  await db
    .updateTable('staffSession')
    .set({ usedAt: new Date(longAgo) })
    .execute()

  const recipients = () => sink.received.map(({ to }) => to?.[0]?.address)
  const effects: Record<string, () => Promise<boolean>> = {
    'payments.expireDue': async () => (await shop.orders.findOrder(unpaid.id))?.status === 'expired',
    'mail.sendDue': async () => recipients().includes('new@example.com'),
    'webhooks.sendDue': async () => erp.heard.length > 0,
    'webhooks.eraseOld': async () =>
      !(await shop.webhooks.listDeliveries()).some(({ webhookId }) => webhookId === removed),
    'analytics.countLeftPurchases': async () => collector.events().some(({ name }) => name === 'purchase'),
    'stockNotices.writeDue': async () => (await shop.mail.listByRecipient('waiting@example.com')).length === 1,
    'coverageNotices.writeDue': async () => (await shop.mail.listByRecipient('far@example.com')).length === 1,
    'pauses.resumeDue': async () =>
      !(await shop.database.db
        .selectFrom('product')
        .select('id')
        .where('pauseEndsAt', 'is not', null)
        .executeTakeFirst()),
    'promotions.applyDue': async () => (await shop.catalogue.promotions.findPromotion(203))?.isRunning === true,
    'counter.imports.eraseOld': async () => readdirSync(staged).length === 0,
    'mail.purgeSent': async () => (await shop.mail.listByRecipient('old@example.com')).length === 0,
    'accounts.finishErasures': async () => (await shop.orders.findOrder(delivered.id))?.address.street === '',
    'prescriptions.eraseUnused': async () => (await shop.prescriptions.findPrescription(unused)) === null,
    'accounts.eraseLateWrites': async () => (await shop.wishlist.listFavourites(gone.customerId)).length === 0,
    'reminders.writeDue': async () => (await shop.reminders.listReminders(shop.customerId))[0]?.isSent === true,
    'laboratory.settleAuthorisations': async () => (await shop.bags.authorisations.countDueChanges()) === 0,
    'laboratory.eraseOld': async () => (await shop.bags.laboratory.listOptInProductIds(optIn)).length === 0,
    'accounts.eraseExpiredDevices': async () => (await db.selectFrom('knownDevice').selectAll().execute()).length === 0,
    'accounts.eraseExpiredAttempts': async () =>
      (await db.selectFrom('attemptCount').selectAll().where('expiresAt', '<=', halfAYearLater).execute()).length === 0,
    'staff.eraseExpiredSessions': async () => (await db.selectFrom('staffSession').selectAll().execute()).length === 0,
    'emptySearches.eraseOld': async () =>
      (await shop.catalogue.emptySearchLog.listByDays(longAgo, longAgo)).length === 0,
    'accounts.eraseExpiredSessions': async () => (await db.selectFrom('session').selectAll().execute()).length === 0,
  }
  if (shop.database.engine === 'sqlite') {
    effects.emptyLog = async () => !textOf(`${shop.location}-wal`).includes(deletedCode.codeHash)
  }
  const seen = () => Promise.all(Object.entries(effects).map(async ([job, isDone]) => `${job} ${await isDone()}`))
  const all = (isDone: boolean) => Object.keys(effects).map((job) => `${job} ${isDone}`)
  expect(await seen()).toEqual(all(false))

  const faults: unknown[] = []
  onTestFinished(startJobs(shop.ctx, { error: ({ err }) => faults.push(err) }))
  await expect.poll(seen).toEqual(all(true))
  await write('later@example.com')
  await expect.poll(recipients).toContain('later@example.com')
  expect(faults).toEqual([])
})
