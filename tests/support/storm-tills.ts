import type { Database } from '../../server/database/connection.ts'
import { toDecimalAmount } from '../../server/payments/amounts.ts'
import type { Charge } from '../../server/payments/charges.ts'
import type { Clock } from '../../server/platform/clock.ts'
import type { ProviderName } from '../../server/ports/payment-provider.ts'
import type { openTestBank } from './bank.ts'
import { openCardProvider } from './card.ts'
import { openTestDatabase } from './database.ts'
import { externalCall } from './payments.ts'
import { seeded } from './seeded.ts'

/** What a shopper has been shown to pay with. */
export type ShownCharge = Pick<Charge, 'reference' | 'provider' | 'codeOrUrl'>

/** What a shopper does with a charge, wherever it is paid. */
interface Till {
  pay(charge: ShownCharge, dueCents: number): Promise<void>
  refuse(charge: ShownCharge): Promise<void>
  /** Whatever its amount, expiry and state. */
  payAnyway(charge: ShownCharge, cents: number): Promise<void>
}

/** A payment that a provider received, by the provider's name and its id there, and what it returned, in reais as text. */
export interface ReceivedPayment {
  endToEndId: string
  valor: string
  devolucoes?: { valor: string }[] | undefined
}

interface TillCall {
  path: string
  headers: Record<string, string>
  body: Buffer
}

interface Deps {
  clock: Clock
  seed: number
  bank: Awaited<ReturnType<typeof openTestBank>>
}

export const pageSecret = 'known-to-the-storm-alone'

/** The ways in which the storm's orders are paid: by Pix through a bank or the card's provider, by card, and at an external page, whose money a person returns. */
export async function openStormTills({ clock, seed, bank }: Deps) {
  const random = seeded(seed)
  const cards = await openCardProvider({ database: await openTestDatabase('sqlite'), clock })
  const pagePayments = new Map<string, { paidCents: number; returnedCents: number; charge: string }>()
  const queue: TillCall[] = []
  const orderIdOf = ({ codeOrUrl }: ShownCharge) => codeOrUrl.split('=').at(-1) ?? ''
  let payments = 0
  const tills: Record<ProviderName, Till> = {
    pix: {
      pay: ({ reference }) => bank.payCharge(reference),
      refuse: ({ reference }) => bank.refuseCharge(reference),
      payAnyway: ({ reference }, cents) => bank.payAnyway(reference, cents),
    },
    card: {
      pay: (charge) => cards.card.approvePayment(orderIdOf(charge), 1 + Math.floor(random() * 3)),
      refuse: (charge) => cards.card.declinePayment(orderIdOf(charge)),
      payAnyway: (charge, cents) => payCardAnyway(orderIdOf(charge), cents),
    },
    pix_mercadopago: {
      pay: async (charge) => cards.card.approvePayment(await findOrderId(charge)),
      refuse: async (charge) => cards.card.declinePayment(await findOrderId(charge)),
      payAnyway: async (charge, cents) => payCardAnyway(await findOrderId(charge), cents),
    },
    external: {
      pay: async ({ reference }, dueCents) => payAtPage(reference, dueCents),
      refuse: async ({ reference }) => report(reference, 'none', 'refused', 100),
      payAnyway: async ({ reference }, cents) => payAtPage(reference, cents),
    },
  }
  return { settings: cards.settings, choose, tillOf, rage, calm, pending, deliver, returnByHand, received }

  /** @param isByHand whether an external page may take it: a person returns its money, and only whole */
  function choose(isByHand: boolean): { way: ProviderName; left: ProviderName | null } {
    const ways = ['pix', 'card', 'pix_mercadopago', ...(isByHand ? ['external'] : [])]
    const way = ways[Math.floor(random() * ways.length)] ?? 'pix'
    const others = ways.filter((other) => other !== way)
    return { way, left: random() < 0.2 ? (others[Math.floor(random() * others.length)] ?? null) : null }
  }

  function tillOf({ provider }: ShownCharge): Till {
    return tills[provider] as Till
  }

  async function findOrderId({ reference }: ShownCharge): Promise<string> {
    return (await cards.card.findOrderId(reference)) ?? ''
  }

  async function payCardAnyway(id: string, cents: number): Promise<void> {
    payments += 1
    const paymentId = `PAY${payments}`
    await cards.rewrite(id, (order) => {
      Object.assign(order, { status: 'processed', status_detail: 'accredited' })
      order.transactions?.payments?.push({
        id: paymentId,
        amount: toDecimalAmount(cents),
        status: 'processed',
        status_detail: 'accredited',
        date_approved: clock.now().toISOString(),
        payment_method: { id: 'visa', type: 'credit_card', installments: 1 },
      })
    })
  }

  function payAtPage(charge: string, cents: number): void {
    payments += 1
    pagePayments.set(`page${payments}`, { paidCents: cents, returnedCents: 0, charge })
    report(charge, `page${payments}`, 'paid', cents)
  }

  function report(charge: string, paymentId: string, status: string, cents: number): void {
    const { body, getHeader } = externalCall(
      { payment_id: paymentId, transaction_reference: charge, status, amount: cents / 100 },
      pageSecret,
    )
    queue.push({
      path: '/payment',
      headers: { 'x-signature': getHeader('x-signature') ?? '' },
      body: Buffer.from(body),
    })
  }

  /** Calls the shop's webhooks: some later, some twice, and what is refused again. */
  async function deliver(share: number, originOf: (index: number) => Promise<string>): Promise<void> {
    for (const { url, headers, body } of cards.notices.splice(0)) {
      const { pathname, search } = new URL(url)
      queue.push({ path: pathname.replace('/webhooks', '') + search, headers, body: Buffer.from(body) })
    }
    const calls = queue.splice(0).filter((call) => random() < share || !queue.push(call))
    const repeated = calls.filter(() => random() < 0.2)
    await Promise.all(
      [...repeated, ...calls].map(async (call, index) => {
        const status = await fetch((await originOf(index)) + call.path, {
          method: 'POST',
          headers: { ...call.headers, 'content-type': 'application/json' },
          body: new Uint8Array(call.body),
        }).then(
          (answer) => answer.status,
          () => 0,
        )
        if (status !== 200 && index >= repeated.length) queue.push(call)
      }),
    )
  }

  function pending(): number {
    return queue.length + cards.notices.length
  }

  /** The provider's people return what the shop lists as owed. */
  async function returnByHand({ db }: Pick<Database, 'db'>): Promise<void> {
    const owed = await db
      .selectFrom('payment')
      .select(['reference', 'amountCents'])
      .where('provider', '=', 'external')
      .where('status', '=', 'refund_due')
      .execute()
    for (const { reference, amountCents } of owed) {
      const payment = pagePayments.get(reference)
      if (!payment || payment.returnedCents > 0) continue
      payment.returnedCents = amountCents
      report(payment.charge, reference, 'refunded', amountCents)
    }
  }

  function rage(everyOf: (nth: number) => { test(call: string): boolean }): void {
    const { away, hangsUp, busy } = { away: everyOf(41), hangsUp: everyOf(23), busy: everyOf(37) }
    Object.assign(cards.troubles, { away, hangsUp, busy })
  }

  function calm(): void {
    Object.assign(cards.troubles, { away: null, hangsUp: null, busy: null })
  }

  async function received(): Promise<ReceivedPayment[]> {
    const byPix = (await bank.listCharges()).flatMap(({ pix = [] }) => pix)
    const byCard = (await cards.listOrders()).flatMap(({ transactions, checkout_url }) =>
      (transactions?.payments ?? [])
        .filter(({ status }) => status === 'processed')
        .map(({ id, amount }) => ({
          endToEndId: `${checkout_url ? 'card' : 'pix_mercadopago'} ${id}`,
          valor: amount,
          devolucoes: (transactions?.refunds ?? [])
            .filter(({ transaction_id }) => transaction_id === id)
            .map((refund) => ({ valor: refund.amount })),
        })),
    )
    return [
      ...byPix.map((pix) => ({ ...pix, endToEndId: `pix ${pix.endToEndId}` })),
      ...byCard,
      ...Array.from(pagePayments, ([id, { paidCents, returnedCents }]) => ({
        endToEndId: `external ${id}`,
        valor: toDecimalAmount(paidCents),
        devolucoes: returnedCents > 0 ? [{ valor: toDecimalAmount(returnedCents) }] : [],
      })),
    ]
  }
}
