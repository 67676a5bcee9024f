/** Reminders of medicines that run out: each is one e-mail, which names none of them. */

import { randomBytes } from 'node:crypto'
import { addDays } from '../../app/texts/days.ts'
import { parsePackContents } from '../../app/texts/presentation.ts'
import { findEmailRecipient } from '../accounts/customers.ts'
import { createToken } from '../bag/bag-links.ts'
import { findProducts, loadProductRecords } from '../catalogue/products.ts'
import type { Context } from '../context.ts'
import { createNotice } from '../notify/notice.ts'
import { notify } from '../notify/notify.ts'
import { getOrder } from '../orders/order-queries.ts'
import { toShopDay } from '../platform/calendar.ts'
import { ShopError } from '../platform/errors.ts'
import { createFairRounds } from '../platform/for-each-isolated.ts'
import { listPatients } from '../prescriptions/patients.ts'

interface NewReminder {
  orderId: number
  productId: number
  /** After how many days, from today on, it runs out. */
  days: number
  /** For whom it is, of the customer's patients; null for nobody in particular. */
  patientId: number | null
}

export interface Reminder {
  id: number
  productId: number
  name: string
  /** Of its page; null once it has left the shop. */
  slug: string | null
  patient: string | null
  /** yyyy-MM-dd */
  dueOn: string
  isSent: boolean
}

/** The branch whose products count as the shop's where no postal code is known. */
const defaultBranchId = 1
/** Where the pack's size is unknown. */
const defaultSupplyDays = 30
const maxSupplyDays = 365
const batchSize = 100

const createDueRounds = () => createFairRounds(batchSize)

/** How long each product of an order lasts, in days: as many as its pack counts. */
export async function loadDefaultSupplyDays(
  ctx: Context,
  branchId: number,
  lines: { productId: number; quantity: number }[],
) {
  const ids = lines.map(({ productId }) => productId)
  const products = await findProducts(ctx, branchId, ids)
  return new Map(
    lines.map(({ productId, quantity }) => {
      const packUnitCount = parsePackContents(products.get(productId)?.presentation ?? '')?.count
      return [
        productId,
        Math.min(maxSupplyDays, packUnitCount === undefined ? defaultSupplyDays : Math.ceil(packUnitCount) * quantity),
      ]
    }),
  )
}

/** One for each product: a later one replaces it. */
export async function scheduleReminder(
  ctx: Context,
  customerId: number,
  { orderId, productId, days, patientId }: NewReminder,
): Promise<void> {
  const order = await getOrder(ctx, customerId, orderId)
  const line = order.lines.find((orderLine) => orderLine.productId === productId && orderLine.keptUnits > 0)
  if (order.status !== 'delivered' || !line) throw new ShopError('reminder.product')
  const patients = await listPatients(ctx, customerId)
  if (patientId !== null && !patients.some(({ id }) => id === patientId))
    throw new ShopError('patient.unknown', { input: 'patient' })
  const reminderColumns = {
    patientId,
    quantity: line.keptUnits,
    days,
    dueOn: addDays(toShopDay(ctx.clock.now()), days),
    token: randomBytes(16).toString('base64url'),
    writtenAt: null,
  }
  await ctx.db
    .insertInto('refillReminder')
    .values({ customerId, productId, ...reminderColumns })
    .onConflict((conflict) => conflict.columns(['customerId', 'productId']).doUpdateSet(reminderColumns))
    .execute()
}

/** The next one first. */
export async function listReminders(ctx: Context, customerId: number): Promise<Reminder[]> {
  const rows = await ctx.db
    .selectFrom('refillReminder')
    .selectAll()
    .where('customerId', '=', customerId)
    .orderBy('dueOn')
    .orderBy('id')
    .execute()
  const productIds = rows.map(({ productId }) => productId)
  const records = await loadProductRecords(ctx, productIds)
  const patients = await listPatients(ctx, customerId)
  return rows.map((row) => ({
    id: row.id,
    productId: row.productId,
    name: records.get(row.productId)?.name ?? '',
    slug: records.get(row.productId)?.slug ?? null,
    patient: patients.find(({ id }) => id === row.patientId)?.name ?? null,
    dueOn: row.dueOn,
    isSent: row.writtenAt !== null,
  }))
}

export async function removeReminder(ctx: Context, customerId: number, id: number): Promise<void> {
  await ctx.db.deleteFrom('refillReminder').where('id', '=', id).where('customerId', '=', customerId).execute()
}

/** Whether the unsubscribe link of an e-mail still has an effect. */
export async function hasReminders(ctx: Context, unsubscribeToken: string): Promise<boolean> {
  return (await findCustomerIdByUnsubscribeToken(ctx, unsubscribeToken)) !== null
}

/** Deletes all reminders of the recipient of an e-mail, by its link. Idempotent. */
export async function unsubscribe(ctx: Context, unsubscribeToken: string): Promise<void> {
  const customerId = await findCustomerIdByUnsubscribeToken(ctx, unsubscribeToken)
  if (customerId !== null) await ctx.db.deleteFrom('refillReminder').where('customerId', '=', customerId).execute()
}

async function findCustomerIdByUnsubscribeToken(ctx: Context, unsubscribeToken: string): Promise<number | null> {
  const row = await ctx.db
    .selectFrom('refillReminder')
    .select('customerId')
    .where('token', '=', unsubscribeToken)
    .executeTakeFirst()
  return row?.customerId ?? null
}

/** Enqueues the e-mails about what runs out today: one to each customer. Called periodically, by any number of servers. */
export async function enqueueDueReminders(ctx: Context): Promise<void> {
  const rows = await ctx.db
    .selectFrom('refillReminder')
    .select(['customerId', 'days', 'dueOn'])
    .where('writtenAt', 'is', null)
    .where('dueOn', '<=', toLastDueDay(ctx))
    .orderBy('customerId')
    .execute()
  const customerIds = new Set(rows.flatMap((row) => (isDue(ctx, row) ? row.customerId : [])))
  const dueRows = [...customerIds].map((customerId) => ({ customerId }))
  await ctx.memory(createDueRounds)(
    dueRows,
    ({ customerId }) => `customer ${customerId}`,
    ({ customerId }) => enqueueReminder(ctx, customerId),
  )
}

/** So many days before it runs out somebody is reminded, so that it is there in time. */
const leadDaysOf = ({ settings }: Context) => settings.profile.reminderLeadDays

const toLastDueDay = (ctx: Context) => addDays(toShopDay(ctx.clock.now()), leadDaysOf(ctx))

/** What lasts for a few days alone is not reminded of as soon as it is there. */
function isDue(ctx: Context, { days, dueOn }: { days: number; dueOn: string }): boolean {
  const leadDays = Math.min(leadDaysOf(ctx), Math.floor(days / 2))
  return dueOn <= addDays(toShopDay(ctx.clock.now()), leadDays)
}

/** A product that has left the shop is marked without an e-mail: the customer's list shows it. */
async function enqueueReminder(ctx: Context, customerId: number): Promise<void> {
  await ctx.transact(async (ctx) => {
    const waitingRows = await ctx.db
      .selectFrom('refillReminder')
      .select(['id', 'days', 'dueOn'])
      .where('customerId', '=', customerId)
      .where('writtenAt', 'is', null)
      .where('dueOn', '<=', toLastDueDay(ctx))
      .execute()
    const dueIds = waitingRows.flatMap((row) => (isDue(ctx, row) ? row.id : []))
    if (dueIds.length === 0) return
    const rows = await ctx.db
      .updateTable('refillReminder')
      .set({ writtenAt: ctx.clock.now() })
      .where('id', 'in', dueIds)
      .where('writtenAt', 'is', null)
      .returning(['productId', 'quantity', 'token'])
      .execute()
    const ids = rows.map(({ productId }) => productId)
    const products = await findProducts(ctx, defaultBranchId, ids)
    const availableRows = rows.filter(({ productId }) => products.get(productId)?.isSellableOnline).slice(0, 30)
    const customer = await findEmailRecipient(ctx, customerId)
    const [firstRow] = availableRows
    if (!firstRow || !customer) return
    const lines = availableRows.map(({ productId, quantity }) => ({ productId, quantity }))
    const paths = {
      bag: `/sacola/${createToken(ctx, lines)}`,
      unsubscribe: `/minha-conta/lembretes/${firstRow.token}`,
    }
    const notice = createNotice('refillReminder', customer.firstName, paths.bag, paths.unsubscribe)
    await notify(ctx, notice, { customerId, email: customer.email })
  })
}
