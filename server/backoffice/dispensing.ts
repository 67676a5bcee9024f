import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Database } from '../database/connection.ts'
import type { Delivery } from '../delivery/delivery.ts'
import type { Orders } from '../orders/orders.ts'
import { shopDayStart } from '../platform/calendar.ts'
import type { Prescription } from '../prescriptions/prescription.ts'
import type { Prescriptions } from '../prescriptions/prescriptions.ts'
import { requiresRetention } from '../prescriptions/validity.ts'
import type { Audit } from '../staff/audit.ts'
import { type Actor, requirePermission } from '../staff/roles.ts'

interface Deps {
  database: Database
  catalogue: Pick<Catalogue, 'productRecords'>
  delivery: Pick<Delivery, 'listBranches'>
  orders: Orders
  prescriptions: Pick<Prescriptions, 'listByIds'>
  audit: Audit
}

/** What left the shop of a retained prescription: one of its lots. The patient's name is not told (SNGPC: RDC 22/2014). */
export interface DispensedLot {
  at: Date
  orderId: number
  branch: string
  product: string
  anvisaRegistration: string | null
  /** Null where no clerk told it. */
  lot: string | null
  units: number
  /** The prescription's part; undefined where it was erased. */
  part: Prescription['parts'][number] | undefined
}

/** The record of dispensed medicines whose prescription is retained, to be sent to the SNGPC. */
export function createDispensing({ database, catalogue, delivery, orders, prescriptions, audit }: Deps) {
  return { listMonth }

  /** @param month yyyy-MM @throws ShopError "staff.forbidden" */
  async function listMonth(actor: Actor, month: string): Promise<DispensedLot[]> {
    requirePermission(actor, 'prescriptions.decide')
    const record = { type: 'prescription', id: null, name: month } as const
    await database.transact((tx) => audit.record(tx, actor, 'prescriptions.export', record))
    const [year = 0, number = 1] = month.split('-').map(Number)
    const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
    const span = { from: shopDayStart(`${month}-01`), until: shopDayStart(`${next}-01`) }
    const dispensedOrders = await orders.lots.listDispensed(span, actor.branchId)
    const branches = new Map((await delivery.listBranches()).map(({ id, name }) => [id, name]))
    const ids = dispensedOrders.map(({ id }) => id)
    const [ordersById, lots] = [byId(await orders.listByIds(ids)), await orders.lots.listLotsOfOrders(ids)]
    const lines = [...ordersById.values()].flatMap((order) => order.lines)
    const [records, sent] = await Promise.all([
      catalogue.productRecords([...new Set(lines.map(({ productId }) => productId))]),
      prescriptions.listByIds([...ordersById.values()].flatMap(({ prescriptionId }) => prescriptionId ?? [])),
    ])
    return dispensedOrders.flatMap(({ id, at }) => {
      const order = ordersById.get(id)
      if (!order) return []
      const parts = sent.get(order.prescriptionId ?? 0)?.parts
      return order.lines.flatMap(({ productId, name, quantity, shortPickedUnits }) => {
        const record = records.get(productId)
        const units = quantity - shortPickedUnits
        if (units === 0 || !requiresRetention(record?.prescriptionClass)) return []
        const part = parts?.find(({ products }) => products.some((product) => product.id === productId))
        const line = { at, orderId: id, branch: branches.get(order.branchId) ?? '', product: name, part }
        return (lots.get(id)?.get(productId) ?? [{ lot: null, units }]).map(({ lot, units }) => ({
          ...line,
          anvisaRegistration: record?.anvisaRegistration ?? null,
          lot,
          units,
        }))
      })
    })
  }
}

function byId<Row extends { id: number }>(rows: Row[]): Map<number, Row> {
  return new Map(rows.map((row) => [row.id, row]))
}
