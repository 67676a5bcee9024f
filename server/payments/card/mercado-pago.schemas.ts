import { z } from 'zod'
import { LenientInstant, lenient, lenientListOf } from '../../platform/lenient.ts'
import { AmountCents, createMissingIdNamer, PositiveAmountCents, ProviderId } from '../amounts.ts'

// Mercado Pago's Orders API, as far as the shop uses it: types of its Node SDK 3.6.1 and the developers' pages. What is
// read leaves out what is not used, and is lenient about what is only informative; amounts are exact or not read.

/** Reais in a request, as digits, a point and two digits: never through a number. */
const Amount = z.string().regex(/^\d{1,9}(\.\d{1,2})?$/)
const Id = z.string().regex(/^[\w-]{1,64}$/)

/** An order as the provider writes it. */
export interface CardOrder {
  id: string
  status: string
  status_detail?: string | null
  external_reference?: string | null
  total_amount: string
  currency?: string | null
  created_date?: string | null
  last_updated_date?: string | null
  checkout_url?: string | null
  /** False where it was made with a test account. */
  live_mode?: boolean | null
  transactions?: {
    payments?: {
      id: string
      amount: string
      status: string
      status_detail?: string | null
      date_approved?: string | null
      payment_method?: {
        id?: string | null
        type?: string | null
        installments?: number | null
        last_four_digits?: string | null
        /** Of a Pix: "copia e cola". */
        qr_code?: string | null
      } | null
    }[]
    refunds?: { id: string; transaction_id: string; amount: string; status: string; date_created?: string | null }[]
    chargebacks?: { id: string; transaction_id: string; amount?: string | null; status: string }[]
  } | null
}

const OrderPayment = z.object({
  id: ProviderId,
  amount: PositiveAmountCents,
  status: z.string(),
  status_detail: lenient(z.string()),
  date_approved: LenientInstant,
  payment_method: lenient(
    z.object({
      id: lenient(ProviderId),
      installments: lenient(z.coerce.number().int().positive()),
      last_four_digits: lenient(z.string().regex(/^\d{4}$/)),
      qr_code: lenient(z.string().max(512)),
    }),
  ),
})
export type OrderPayment = z.infer<typeof OrderPayment>

const OrderRefund = z.object({
  id: lenient(ProviderId),
  transaction_id: lenient(ProviderId),
  amount: AmountCents,
  status: z.string(),
  date_created: LenientInstant,
})

const OrderChargeback = z.object({
  id: lenient(ProviderId),
  transaction_id: lenient(ProviderId),
  amount: AmountCents.nullish(),
  status: z.string(),
})

/** What belongs to no payment by its own word is the only payment's. */
const Transactions = z
  .object({
    payments: lenientListOf(OrderPayment),
    refunds: lenientListOf(OrderRefund),
    chargebacks: lenientListOf(OrderChargeback),
  })
  .transform(({ payments, refunds, chargebacks }) => {
    const onlyPaymentId = payments.entries.length + payments.oddCount === 1 ? (payments.entries[0]?.id ?? null) : null
    const [nameRefund, nameChargeback] = [createMissingIdNamer(), createMissingIdNamer()]
    return {
      payments: payments.entries,
      refunds: refunds.entries.map(({ id, transaction_id, ...refund }) => ({
        ...refund,
        id: id ?? nameRefund(refund.amount),
        paymentId: transaction_id ?? onlyPaymentId,
      })),
      chargebacks: chargebacks.entries.map(({ id, transaction_id, ...chargeback }) => ({
        ...chargeback,
        id: id ?? `chargeback-${nameChargeback(chargeback.amount ?? 0)}`,
        paymentId: transaction_id ?? onlyPaymentId,
      })),
      oddPaymentCount: payments.oddCount,
      oddRefundCount: refunds.oddCount + chargebacks.oddCount,
    }
  })

const noTransactions: z.output<typeof Transactions> = {
  payments: [],
  refunds: [],
  chargebacks: [],
  oddPaymentCount: 0,
  oddRefundCount: 0,
}

/** An order as the shop reads it. */
export const CardOrderAnswer = z.object({
  id: Id,
  status: lenient(z.string()),
  status_detail: lenient(z.string()),
  external_reference: z.string().nullish(),
  total_amount: AmountCents,
  currency: z.string().nullish(),
  created_date: LenientInstant,
  last_updated_date: LenientInstant,
  checkout_url: lenient(z.string()),
  live_mode: lenient(z.boolean()),
  transactions: Transactions.nullish().transform((transactions) => transactions ?? noTransactions),
})
export type CardOrderAnswer = z.infer<typeof CardOrderAnswer>

export const NewCardOrder = z.object({
  type: z.literal('online'),
  processing_mode: z.literal('manual'),
  total_amount: Amount,
  external_reference: z.string(),
  /** An ISO 8601 duration from the order's creation on. */
  expiration_time: z.string().regex(/^PT\d+M$/),
  items: z
    .array(
      z.object({
        title: z.string(),
        unit_price: Amount,
        quantity: z.number().int(),
        unit_measure: z.string(),
        total_amount: Amount,
      }),
    )
    .length(1),
  config: z.object({
    payment_method: z.object({
      max_installments: z.number().int().positive(),
      installments: z.object({
        interest_free: z.object({ type: z.literal('range'), values: z.tuple([z.number().int(), z.number().int()]) }),
      }),
      not_allowed_types: z.array(z.string()),
    }),
    online: z.object({
      success_url: z.string(),
      failure_url: z.string(),
      pending_url: z.string(),
      auto_return: z.literal('all'),
      retries: z.object({ allowed: z.literal(false) }),
    }),
  }),
})
export type NewCardOrder = z.infer<typeof NewCardOrder>

export const NewPixOrder = z.object({
  type: z.literal('online'),
  processing_mode: z.literal('automatic'),
  total_amount: Amount,
  external_reference: z.string(),
  description: z.string(),
  payer: z.object({ email: z.email() }),
  transactions: z.object({
    payments: z
      .array(
        z.object({
          amount: Amount,
          payment_method: z.object({ id: z.literal('pix'), type: z.literal('bank_transfer') }),
          expiration_time: z.string().regex(/^PT\d+M$/),
        }),
      )
      .length(1),
  }),
})
export type NewPixOrder = z.infer<typeof NewPixOrder>

/** Of a call to the webhook: its signature covers none of it. */
export const NotificationBody = z.object({ live_mode: lenient(z.boolean()) })

export const RefundRequest = z.object({ transactions: z.array(z.object({ id: Id, amount: Amount })).length(1) })

export const ApiErrorBody = z.object({
  message: lenient(z.string()),
  error: lenient(z.string()),
  errors: lenientListOf(z.object({ code: lenient(z.string()), message: lenient(z.string()) })),
})
