import { ShopError } from '../platform/errors.ts'

export interface BalanceChoice {
  /** Each pays as much as it can, the lowest id first; those that are not the customer's own pay nothing. */
  gainIds: number[]
  /** At most this much from the wallet, in cents, once the gains have paid. */
  walletCents: number
}

export const noBalanceChoice: BalanceChoice = { gainIds: [], walletCents: 0 }

/** A balance that may pay; `gainId` null is the wallet. */
export interface Balance {
  gainId: number | null
  /** Null for the wallet. */
  name: string | null
  balanceCents: number
}

/** How much a balance pays of an order, in cents. */
export interface BalancePayment extends Balance {
  paymentCents: number
}

export interface PaymentSplit {
  /** Every balance above zero, the gains first; those not chosen pay 0. */
  balances: BalancePayment[]
  balanceCents: number
  /** What is left to pay by another means. */
  dueCents: number
}

/**
 * Divides a total, in cents, among the chosen balances, in their order.
 * @throws ShopError "balance.short" where the wallet holds less than it is to pay
 */
export function splitAmongBalances(balances: Balance[], totalCents: number, choice: BalanceChoice): PaymentSplit {
  const payments: BalancePayment[] = []
  let dueCents = totalCents
  for (const balance of balances) {
    const paymentCents = Math.min(calculateChosenCents(balance, choice), dueCents)
    if (paymentCents > balance.balanceCents) throw new ShopError('balance.short')
    dueCents -= paymentCents
    if (balance.balanceCents > 0) payments.push({ ...balance, paymentCents })
  }
  return { balances: payments, balanceCents: totalCents - dueCents, dueCents }
}

function calculateChosenCents({ gainId, balanceCents }: Balance, { gainIds, walletCents }: BalanceChoice): number {
  if (gainId === null) return walletCents
  return gainIds.includes(gainId) ? balanceCents : 0
}

/**
 * What each balance gets back of what balances paid of an order, the wallet first. What came back in parts went to the wallet: its own
 * share pays for it first. What a removed gain paid goes to the wallet.
 * @param purchases the debits of the order, which are below zero
 * @param partCents what came back in parts
 */
export function divideBalanceRefund(
  paidCents: number,
  purchases: { gainId: number | null; amountCents: number }[],
  partCents: number,
): { gainId: number | null; amountCents: number }[] {
  const gainDebits = purchases.filter(({ gainId }) => gainId !== null)
  const walletCents = gainDebits.reduce((sum, { amountCents }) => sum + amountCents, paidCents)
  let refundedCents = partCents
  return [{ gainId: null, amountCents: -walletCents }, ...gainDebits].map(({ gainId, amountCents: debitCents }) => {
    const amountCents = Math.max(0, -debitCents - refundedCents)
    refundedCents -= -debitCents - amountCents
    return { gainId, amountCents }
  })
}
