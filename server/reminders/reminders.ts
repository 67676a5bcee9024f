import { randomBytes } from 'node:crypto'
import { emailTexts } from '../../app/texts/mail.ts'
import { parseContents } from '../../app/texts/presentation.ts'
import type { Customers } from '../accounts/customers.ts'
import type { BagLinks } from '../bag/bag-links.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Database } from '../database/connection.ts'
import type { Mail } from '../mail/mail.ts'
import type { Orders } from '../orders/orders.ts'
import { toShopDay } from '../platform/calendar.ts'
import { type Clock, minutesAfter } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import type { Prescriptions } from '../prescriptions/prescriptions.ts'
import { ReminderRequest } from './reminder-forms.ts'

interface Deps {
  database: Database
  clock: Clock
  accounts: Pick<Customers, 'findAddressee'>
  catalogue: Pick<Catalogue, 'findProducts' | 'loadProductRecords'>
  orders: Pick<Orders, 'getOrder'>
  prescriptions: Pick<Prescriptions, 'listPatients'>
  mail: Pick<Mail, 'enqueue'>
  bagLinks: Pick<BagLinks, 'create'>
}

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
/** Where nothing tells how long a pack lasts. */
const defaultSupplyDays = 30
const maxSupplyDays = 365
const batchSize = 100

export type Reminders = ReturnType<typeof createReminders>

/** Reminders of medicines that run out: each is one letter, which names none of them. */
export function createReminders({ database, clock, accounts, catalogue, mail, bagLinks, ...otherDeps }: Deps) {
  const { db, transact } = database
  const { orders, prescriptions } = otherDeps
  return {
    forms: { ReminderRequest },
    loadDefaultDaysOfSupply,
    schedule,
    listReminders,
    removeReminder,
    hasReminders,
    endAllReminders,
    enqueueDueReminders,
  }

  /** How long each product of an order lasts, in days: as many as its pack counts. */
  async function loadDefaultDaysOfSupply(branchId: number, lines: { productId: number; quantity: number }[]) {
    const ids = lines.map(({ productId }) => productId)
    const products = await catalogue.findProducts(branchId, ids)
    return new Map(
      lines.map(({ productId, quantity }) => {
        const count = parseContents(products.get(productId)?.presentation ?? '')?.count
        return [
          productId,
          Math.min(maxSupplyDays, count === undefined ? defaultSupplyDays : Math.ceil(count) * quantity),
        ]
      }),
    )
  }

  /**
   * One for each product: a later one replaces it.
   * @throws ShopError "order.unknown", "reminder.product", "patient.unknown"
   */
  async function schedule(customerId: number, { orderId, productId, days, patientId }: NewReminder): Promise<void> {
    const order = await orders.getOrder(customerId, orderId)
    const line = order.lines.find(
      (orderLine) => orderLine.productId === productId && orderLine.quantity > orderLine.shortPickedUnits,
    )
    if (order.status !== 'delivered' || !line) throw new ShopError('reminder.product')
    const patients = await prescriptions.listPatients(customerId)
    if (patientId !== null && !patients.some(({ id }) => id === patientId))
      throw new ShopError('patient.unknown', { input: 'patient' })
    const reminder = {
      patient_id: patientId,
      quantity: line.quantity - line.shortPickedUnits,
      days,
      due_on: toShopDay(minutesAfter(clock.now(), days * 24 * 60)),
      token: randomBytes(16).toString('base64url'),
      written_at: null,
    }
    await db
      .insertInto('refill_reminder')
      .values({ customer_id: customerId, product_id: productId, ...reminder })
      .onConflict((conflict) => conflict.columns(['customer_id', 'product_id']).doUpdateSet(reminder))
      .execute()
  }

  /** The next one first. */
  async function listReminders(customerId: number): Promise<Reminder[]> {
    const rows = await db
      .selectFrom('refill_reminder')
      .selectAll()
      .where('customer_id', '=', customerId)
      .orderBy('due_on')
      .orderBy('id')
      .execute()
    const records = await catalogue.loadProductRecords(rows.map(({ product_id }) => product_id))
    const patients = await prescriptions.listPatients(customerId)
    return rows.map((row) => ({
      id: row.id,
      productId: row.product_id,
      name: records.get(row.product_id)?.name ?? '',
      slug: records.get(row.product_id)?.slug ?? null,
      patient: patients.find(({ id }) => id === row.patient_id)?.name ?? null,
      dueOn: row.due_on,
      isSent: row.written_at !== null,
    }))
  }

  async function removeReminder(customerId: number, id: number): Promise<void> {
    await db.deleteFrom('refill_reminder').where('id', '=', id).where('customer_id', '=', customerId).execute()
  }

  /** Whether a letter's link still ends anything. */
  async function hasReminders(token: string): Promise<boolean> {
    return (await findOwnerId(token)) !== null
  }

  /** Ends all reminders of whom a letter was written to, by its link. Ended before, they stay so. */
  async function endAllReminders(token: string): Promise<void> {
    const customerId = await findOwnerId(token)
    if (customerId !== null) await db.deleteFrom('refill_reminder').where('customer_id', '=', customerId).execute()
  }

  async function findOwnerId(token: string): Promise<number | null> {
    const row = await db
      .selectFrom('refill_reminder')
      .select('customer_id')
      .where('token', '=', token)
      .executeTakeFirst()
    return row?.customer_id ?? null
  }

  /** Writes the letters of what runs out today: one to each customer. Called periodically, by any number of servers. */
  async function enqueueDueReminders(): Promise<void> {
    const dueCustomers = await db
      .selectFrom('refill_reminder')
      .select('customer_id')
      .distinct()
      .where('written_at', 'is', null)
      .where('due_on', '<=', toShopDay(clock.now()))
      .limit(batchSize)
      .execute()
    for (const { customer_id } of dueCustomers) await enqueueReminder(customer_id)
  }

  /** What has left the shop is marked without a letter: its list says so. */
  async function enqueueReminder(customerId: number): Promise<void> {
    await transact(async (tx) => {
      const rows = await tx
        .updateTable('refill_reminder')
        .set({ written_at: clock.now().toISOString() })
        .where('customer_id', '=', customerId)
        .where('written_at', 'is', null)
        .where('due_on', '<=', toShopDay(clock.now()))
        .returning(['product_id as productId', 'quantity', 'token'])
        .execute()
      const ids = rows.map(({ productId }) => productId)
      const products = await catalogue.findProducts(defaultBranchId, ids, tx)
      const availableRows = rows.filter(({ productId }) => products.get(productId)?.sellableOnline).slice(0, 30)
      const customer = await accounts.findAddressee(customerId, tx)
      const [firstRow] = availableRows
      if (!firstRow || !customer) return
      const lines = availableRows.map(({ productId, quantity }) => ({ productId, quantity }))
      const paths = { bag: `/sacola/${bagLinks.create(lines)}`, end: `/minha-conta/lembretes/${firstRow.token}` }
      await mail.enqueue(tx, customer.email, emailTexts.refillReminder(customer.firstName, paths.bag, paths.end))
    })
  }
}
