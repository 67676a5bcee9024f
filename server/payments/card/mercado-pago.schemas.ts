import { z } from 'zod'

// Mercado Pago's Orders API, as far as the shop uses it: types of its Node SDK 3.6.1 and the developers' pages. What is
// read leaves out what is not used, and is lenient about what is not documented.

/** Reais as digits, a point and two digits: never through a number. */
const Amount = z.string().regex(/^\d{1,9}(\.\d{1,2})?$/)
const Id = z.string().regex(/^[\w-]{1,64}$/)

export const OrderPayment = z.object({
  id: Id,
  amount: Amount,
  status: z.string(),
  status_detail: z.string().nullish(),
  date_approved: z.string().nullish(),
  payment_method: z
    .object({
      id: z.string().nullish(),
      type: z.string().nullish(),
      installments: z.number().int().positive().nullish(),
      last_four_digits: z
        .string()
        .regex(/^\d{4}$/)
        .nullish(),
    })
    .nullish(),
})

export const OrderRefund = z.object({
  id: Id,
  transaction_id: Id,
  amount: Amount,
  status: z.string(),
  date_created: z.string().nullish(),
})

export const OrderChargeback = z.object({
  id: Id,
  transaction_id: Id,
  amount: Amount.nullish(),
  status: z.string(),
})

export const CardOrder = z.object({
  id: Id,
  status: z.string(),
  status_detail: z.string().nullish(),
  external_reference: z.string().nullish(),
  total_amount: Amount,
  currency: z.string().nullish(),
  created_date: z.string().nullish(),
  last_updated_date: z.string().nullish(),
  checkout_url: z.string().nullish(),
  transactions: z
    .object({
      payments: z.array(OrderPayment).nullish(),
      refunds: z.array(OrderRefund).nullish(),
      chargebacks: z.array(OrderChargeback).nullish(),
    })
    .nullish(),
})
export type CardOrder = z.infer<typeof CardOrder>

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

export const RefundRequest = z.object({ transactions: z.array(z.object({ id: Id, amount: Amount })).length(1) })

export const ApiErrorBody = z.object({
  message: z.string().nullish(),
  error: z.string().nullish(),
  errors: z.array(z.object({ code: z.string().nullish(), message: z.string().nullish() })).nullish(),
})
