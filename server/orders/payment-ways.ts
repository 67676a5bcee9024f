import type { Context } from '../context.ts'
import { getBranchOrDefault } from '../delivery/delivery.ts'
import { ShopError, type ShopErrorCode } from '../platform/errors.ts'
import { countDeliveredOrders } from './order-queries.ts'
import { type DoorMeans, type PaymentWay, paymentWays } from './payment-way.ts'

/** Where and by whom an order would be paid. */
interface PaymentQuestion {
  customerId: number
  branchId: number
  /** What is left once balances have paid. */
  dueCents: number
}

/** A way that the summary shows. */
export interface PaymentWayOption {
  way: PaymentWay
  /** Why it cannot be chosen for this order; null where it can. */
  obstacle: DoorObstacle | null
  /** Up to how much; null without a limit. */
  limitCents: number | null
}

export type DoorObstacle = Extract<ShopErrorCode, 'door.limit' | 'door.firstOrder'>

/** How an order is paid where it is handed over, as its customer said. */
export interface DoorChoice {
  means: DoorMeans
  /** The banknote that needs change; null for none. */
  changeForCents: number | null
}

/** The ways of an order, the one that is chosen unless another is first. At the door only where the branch offers that. */
export async function listPaymentWays(ctx: Context, question: PaymentQuestion): Promise<PaymentWayOption[]> {
  const providerWays = paymentWays.filter((way) => ctx.settings.offeredProviderNames.includes(way))
  const { doorPaymentLimitCents } = await getBranchOrDefault(ctx, question.branchId)
  return [
    ...providerWays.map((way) => ({ way, obstacle: null, limitCents: null })),
    ...(doorPaymentLimitCents === null
      ? []
      : [{ way: 'door' as const, obstacle: await findDoorObstacle(ctx, question), limitCents: doorPaymentLimitCents }]),
  ]
}

/** @throws ShopError "payment.notOffered", "door.limit", "door.firstOrder" */
export async function assertPaymentWayOffered(ctx: Context, way: PaymentWay, question: PaymentQuestion): Promise<void> {
  const options = await listPaymentWays(ctx, question)
  const option = options.find((each) => each.way === way)
  if (!option) throw new ShopError('payment.notOffered', { input: 'paymentMethod' })
  if (option.obstacle !== null)
    throw new ShopError(option.obstacle, { input: 'paymentMethod', cents: option.limitCents ?? 0 })
}

/** @throws ShopError "door.change" for a banknote that is less than what is to be paid */
export function readDoorChoice(
  {
    means = 'card',
    changeForCents = null,
  }: { means?: DoorMeans | undefined; changeForCents?: number | null | undefined },
  dueCents: number,
): DoorChoice {
  if (means === 'card') return { means, changeForCents: null }
  if (changeForCents !== null && changeForCents < dueCents)
    throw new ShopError('door.change', { input: 'changeFor', cents: dueCents })
  return { means, changeForCents: changeForCents === dueCents ? null : changeForCents }
}

async function findDoorObstacle(
  ctx: Context,
  { customerId, branchId, dueCents }: PaymentQuestion,
): Promise<DoorObstacle | null> {
  const { doorPaymentLimitCents, isDoorPaymentKnownOnly } = await getBranchOrDefault(ctx, branchId)
  if (dueCents > (doorPaymentLimitCents ?? 0)) return 'door.limit'
  if (isDoorPaymentKnownOnly && (await countDeliveredOrders(ctx, customerId)) === 0) return 'door.firstOrder'
  return null
}
