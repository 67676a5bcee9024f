import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Database } from '../database/connection.ts'
import type { DeliveryService } from '../delivery/delivery.ts'
import type { OrderService } from '../orders/orders.ts'
import { startOfShopDay } from '../platform/calendar.ts'
import type { Prescription } from '../prescriptions/prescription.ts'
import type { PrescriptionService } from '../prescriptions/prescriptions.ts'
import { requiresRetention } from '../prescriptions/validity.ts'
import type { AuditLog } from '../staff/audit.ts'
import { type Actor, requirePermission } from '../staff/roles.ts'

interface Deps {
  database: Database
  catalogue: Pick<Catalogue, 'loadProductRecords'>
  delivery: Pick<DeliveryService, 'listBranches'>
  orders: OrderService
  prescriptions: Pick<PrescriptionService, 'loadByIds'>
  audit: AuditLog
}

/** What left the shop of a retained prescription: one of its lots. The patient's name is not told (SNGPC: RDC 22/2014). */
export interface DispensedLot {
  dispensedAt: Date
  orderId: number
  branchName: string
  productName: string
  anvisaRegistration: string | null
  /** Null where no clerk told it. */
  lot: string | null
  units: number
  /** The prescription's part; undefined where it was erased. */
  part: Prescription['parts'][number] | undefined
}

/** The record of dispensed medicines whose prescription is retained, to be sent to the SNGPC. */
export function createDispensingRecordService({ database, catalogue, delivery, orders, prescriptions, audit }: Deps) {
  return { listDispensedLots }

  /** @param month yyyy-MM @throws ShopError "staff.forbidden" */
  async function listDispensedLots(actor: Actor, month: string): Promise<DispensedLot[]> {
    requirePermission(actor, 'prescriptions.decide')
    const auditTarget = { type: 'prescription', id: null, name: month } as const
    await database.transact((tx) => audit.record(tx, actor, 'prescriptions.export', auditTarget))
    const [year = 0, monthNumber = 1] = month.split('-').map(Number)
    const nextMonth = monthNumber === 12 ? `${year + 1}-01` : `${year}-${String(monthNumber + 1).padStart(2, '0')}`
    const range = { from: startOfShopDay(`${month}-01`), until: startOfShopDay(`${nextMonth}-01`) }
    const dispensedOrders = await orders.lots.listDispensedOrders(range, actor.branchId)
    const branchNames = new Map((await delivery.listBranches()).map(({ id, name }) => [id, name]))
    const ids = dispensedOrders.map(({ id }) => id)
    const [ordersById, lots] = [mapById(await orders.listByIds(ids)), await orders.lots.loadLotsByOrder(ids)]
    const orderLines = [...ordersById.values()].flatMap((order) => order.lines)
    const [productRecords, prescriptionsById] = await Promise.all([
      catalogue.loadProductRecords([...new Set(orderLines.map(({ productId }) => productId))]),
      prescriptions.loadByIds([...ordersById.values()].flatMap(({ prescriptionId }) => prescriptionId ?? [])),
    ])
    return dispensedOrders.flatMap(({ id, leftShopAt }) => {
      const order = ordersById.get(id)
      if (!order) return []
      const parts = prescriptionsById.get(order.prescriptionId ?? 0)?.parts
      return order.lines.flatMap(({ productId, name, quantity, shortPickedUnits }) => {
        const productRecord = productRecords.get(productId)
        const units = quantity - shortPickedUnits
        if (units === 0 || !requiresRetention(productRecord?.prescriptionClass)) return []
        const part = parts?.find(({ products }) => products.some((product) => product.id === productId))
        const commonFields = {
          dispensedAt: leftShopAt,
          orderId: id,
          branchName: branchNames.get(order.branchId) ?? '',
          productName: name,
          part,
        }
        return (lots.get(id)?.get(productId) ?? [{ lot: null, units }]).map(({ lot, units }) => ({
          ...commonFields,
          anvisaRegistration: productRecord?.anvisaRegistration ?? null,
          lot,
          units,
        }))
      })
    })
  }
}

function mapById<Row extends { id: number }>(rows: Row[]): Map<number, Row> {
  return new Map(rows.map((row) => [row.id, row]))
}
