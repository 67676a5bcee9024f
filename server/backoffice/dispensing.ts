import { loadProductRecords } from '../catalogue/products.ts'
import type { Context } from '../context.ts'
import { listBranches } from '../delivery/delivery.ts'
import { listDispensedOrders, loadLotsByOrder } from '../orders/lots.ts'
import { listByIds } from '../orders/order-queries.ts'
import { startOfShopDay } from '../platform/calendar.ts'
import { normalizeCnpj } from '../platform/cnpj.ts'
import type { Prescription } from '../prescriptions/prescription.ts'
import { loadByIds } from '../prescriptions/prescription-queries.ts'
import { requiresRetention } from '../prescriptions/validity.ts'
import { record } from '../staff/audit.ts'
import { type Actor, requirePermission } from '../staff/roles.ts'

/** What left the shop of a retained prescription: one of its lots. The patient's name is not told (SNGPC: RDC 22/2014). */
export interface DispensedLot {
  dispensedAt: Date
  orderId: number
  branchName: string
  /** 14 characters: of the branch, else of the shop. */
  cnpj: string
  productName: string
  anvisaRegistration: string | null
  /** Null where no clerk told it. */
  lot: string | null
  units: number
  /** The prescription's part; undefined where it was erased. */
  part: Prescription['parts'][number] | undefined
}

/** The SNGPC takes a file for each. */
export interface Establishment {
  /** 14 characters. */
  cnpj: string
  branches: { id: number; name: string }[]
}

interface DispensingFilter {
  /** yyyy-MM-dd, both included. */
  firstDay: string
  lastDay: string
  /** 14 characters; null: all that the actor may see. */
  cnpj: string | null
}

/** The shop's CNPJs with the branches of each, of those whose orders the actor may see. */
export async function listEstablishments(ctx: Context, actor: Actor): Promise<Establishment[]> {
  requirePermission(actor, 'prescriptions.decide')
  const establishments = new Map<string, Establishment>()
  for (const { id, name, legalData } of await listBranches(ctx)) {
    if (actor.branchId !== null && id !== actor.branchId) continue
    const cnpj = normalizeCnpj(legalData.cnpj ?? ctx.settings.profile.cnpj)
    const establishment = establishments.get(cnpj) ?? { cnpj, branches: [] }
    establishment.branches.push({ id, name })
    establishments.set(cnpj, establishment)
  }
  return [...establishments.values()]
}

export async function listDispensedLots(
  ctx: Context,
  actor: Actor,
  { firstDay, lastDay, cnpj }: DispensingFilter,
): Promise<DispensedLot[]> {
  const establishments = (await listEstablishments(ctx, actor)).filter(
    (candidate) => cnpj === null || candidate.cnpj === cnpj,
  )
  const name = [firstDay, lastDay, ...(cnpj === null ? [] : [cnpj])].join(' ')
  const auditTarget = { type: 'prescription', id: null, name } as const
  await ctx.transact((ctx) => record(ctx, actor, 'prescriptions.export', auditTarget))
  const range = { from: startOfShopDay(firstDay), until: startOfShopDay(lastDay, 1) }
  const branches = new Map(
    establishments.flatMap(({ cnpj, branches }) => branches.map(({ id, name }) => [id, { name, cnpj }])),
  )
  const dispensedOrders = await listDispensedOrders(ctx, range, [...branches.keys()])
  const ids = dispensedOrders.map(({ id }) => id)
  const [ordersById, lots] = [mapById(await listByIds(ctx, ids)), await loadLotsByOrder(ctx, ids)]
  const orderLines = [...ordersById.values()].flatMap((order) => order.lines)
  const [productRecords, prescriptionsById] = await Promise.all([
    loadProductRecords(ctx, [...new Set(orderLines.map(({ productId }) => productId))]),
    loadByIds(
      ctx,
      [...ordersById.values()].flatMap(({ prescriptionId }) => prescriptionId ?? []),
    ),
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
        branchName: branches.get(order.branchId)?.name ?? '',
        cnpj: branches.get(order.branchId)?.cnpj ?? '',
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

function mapById<Row extends { id: number }>(rows: Row[]): Map<number, Row> {
  return new Map(rows.map((row) => [row.id, row]))
}
