import { randomBytes } from 'node:crypto'
import { emailTexts } from '../../app/texts/mail.ts'
import { parsePackContents } from '../../app/texts/presentation.ts'
import type { CustomerService } from '../accounts/customers.ts'
import type { BagLinkCodec } from '../bag/bag-links.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Database } from '../database/connection.ts'
import type { MailService } from '../mail/mail.ts'
import type { OrderService } from '../orders/orders.ts'
import { toShopDay } from '../platform/calendar.ts'
import { addMinutes, type Clock } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import type { PrescriptionService } from '../prescriptions/prescriptions.ts'
import { ReminderRequestSchema } from './reminder-forms.ts'

interface Deps {
  database: Database
  clock: Clock
  customers: Pick<CustomerService, 'findEmailRecipient'>
  catalogue: Pick<Catalogue, 'findProducts' | 'loadProductRecords'>
  orders: Pick<OrderService, 'getOrder'>
  prescriptions: Pick<PrescriptionService, 'listPatients'>
  mail: Pick<MailService, 'enqueue'>
  bagLinks: Pick<BagLinkCodec, 'createToken'>
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
/** Where the pack's size is unknown. */
const defaultSupplyDays = 30
const maxSupplyDays = 365
const batchSize = 100

export type ReminderService = ReturnType<typeof createReminderService>

/** Reminders of medicines that run out: each is one e-mail, which names none of them. */
export function createReminderService({
  database,
  clock,
  customers,
  catalogue,
  mail,
  bagLinks,
  ...remainingDeps
}: Deps) {
  const { db, transact } = database
  const { orders, prescriptions } = remainingDeps
  return {
    forms: { ReminderRequestSchema },
    loadDefaultSupplyDays,
    scheduleReminder,
    listReminders,
    removeReminder,
    hasReminders,
    unsubscribe,
    enqueueDueReminders,
  }

  /** How long each product of an order lasts, in days: as many as its pack counts. */
  async function loadDefaultSupplyDays(branchId: number, lines: { productId: number; quantity: number }[]) {
    const ids = lines.map(({ productId }) => productId)
    const products = await catalogue.findProducts(branchId, ids)
    return new Map(
      lines.map(({ productId, quantity }) => {
        const packUnitCount = parsePackContents(products.get(productId)?.presentation ?? '')?.count
        return [
          productId,
          Math.min(
            maxSupplyDays,
            packUnitCount === undefined ? defaultSupplyDays : Math.ceil(packUnitCount) * quantity,
          ),
        ]
      }),
    )
  }

  /**
   * One for each product: a later one replaces it.
   * @throws ShopError "order.unknown", "reminder.product", "patient.unknown"
   */
  async function scheduleReminder(
    customerId: number,
    { orderId, productId, days, patientId }: NewReminder,
  ): Promise<void> {
    const order = await orders.getOrder(customerId, orderId)
    const line = order.lines.find(
      (orderLine) => orderLine.productId === productId && orderLine.quantity > orderLine.shortPickedUnits,
    )
    if (order.status !== 'delivered' || !line) throw new ShopError('reminder.product')
    const patients = await prescriptions.listPatients(customerId)
    if (patientId !== null && !patients.some(({ id }) => id === patientId))
      throw new ShopError('patient.unknown', { input: 'patient' })
    const reminderColumns = {
      patient_id: patientId,
      quantity: line.quantity - line.shortPickedUnits,
      days,
      due_on: toShopDay(addMinutes(clock.now(), days * 24 * 60)),
      token: randomBytes(16).toString('base64url'),
      written_at: null,
    }
    await db
      .insertInto('refill_reminder')
      .values({ customer_id: customerId, product_id: productId, ...reminderColumns })
      .onConflict((conflict) => conflict.columns(['customer_id', 'product_id']).doUpdateSet(reminderColumns))
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

  /** Whether the unsubscribe link of an e-mail still has an effect. */
  async function hasReminders(unsubscribeToken: string): Promise<boolean> {
    return (await findCustomerIdByUnsubscribeToken(unsubscribeToken)) !== null
  }

  /** Deletes all reminders of the recipient of an e-mail, by its link. Idempotent. */
  async function unsubscribe(unsubscribeToken: string): Promise<void> {
    const customerId = await findCustomerIdByUnsubscribeToken(unsubscribeToken)
    if (customerId !== null) await db.deleteFrom('refill_reminder').where('customer_id', '=', customerId).execute()
  }

  async function findCustomerIdByUnsubscribeToken(unsubscribeToken: string): Promise<number | null> {
    const row = await db
      .selectFrom('refill_reminder')
      .select('customer_id')
      .where('token', '=', unsubscribeToken)
      .executeTakeFirst()
    return row?.customer_id ?? null
  }

  /** Enqueues the e-mails about what runs out today: one to each customer. Called periodically, by any number of servers. */
  async function enqueueDueReminders(): Promise<void> {
    const dueRows = await db
      .selectFrom('refill_reminder')
      .select('customer_id')
      .distinct()
      .where('written_at', 'is', null)
      .where('due_on', '<=', toShopDay(clock.now()))
      .limit(batchSize)
      .execute()
    for (const { customer_id } of dueRows) await enqueueReminder(customer_id)
  }

  /** A product that has left the shop is marked without an e-mail: the customer's list shows it. */
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
      const customer = await customers.findEmailRecipient(customerId, tx)
      const [firstRow] = availableRows
      if (!firstRow || !customer) return
      const lines = availableRows.map(({ productId, quantity }) => ({ productId, quantity }))
      const paths = {
        bag: `/sacola/${bagLinks.createToken(lines)}`,
        unsubscribe: `/minha-conta/lembretes/${firstRow.token}`,
      }
      await mail.enqueue(
        tx,
        customer.email,
        emailTexts.refillReminder(customer.firstName, paths.bag, paths.unsubscribe),
      )
    })
  }
}
