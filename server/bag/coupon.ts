import { z } from 'zod'
import { merchandisingTexts as texts } from '../../app/texts/backoffice/merchandising.ts'
import { limits } from '../../app/texts/limits.ts'
import { parseMoney } from '../../app/texts/money.ts'
import type { DiscountType } from '../database/schema.ts'
import { DayInputSchema } from '../platform/day-input.ts'

export interface Coupon {
  /** Upper case. */
  code: string
  title: string
  type: DiscountType
  /** Cents when `amount`, whole percent when `percent`. */
  value: number
  maxDiscountCents: number | null
  oncePerCustomer: boolean
  /** yyyy-MM-dd in São Paulo, both included. */
  firstDay: string | null
  lastDay: string | null
  /** What the lines that it may discount must come to, at least. */
  minSubtotalCents: number | null
  /** By how many orders it may be used in all. */
  maxUses: number | null
}

/** A coupon as the shop has it: one that is made with the code of a removed one has another id. */
export type StoredCoupon = Coupon & { id: number }

const textSchema = z.string().trim().default('')

/** Empty: no limit. One that cannot be read must not pass for none. */
const amountSchema = textSchema.transform((value, context) => {
  if (value === '') return null
  const cents = parseMoney(value, ',') || null
  if (cents === null) context.issues.push({ code: 'custom', message: texts.amountUnreadable, input: value })
  return cents
})

/** `10%`, or reais. */
const discountSchema = textSchema.transform((value, context): Pick<Coupon, 'type' | 'value'> => {
  const [, percent] = /^([1-9]\d?) ?%$/.exec(value) ?? []
  if (percent) return { type: 'percent', value: Number(percent) }
  const cents = parseMoney(value, ',') || null
  if (cents === null) context.issues.push({ code: 'custom', message: texts.discountUnreadable, input: value })
  return { type: 'amount', value: cents ?? 0 }
})

/** A coupon as people type it. */
export const CouponInputSchema = z
  .object({
    code: z
      .string(texts.codeUnreadable)
      .trim()
      .toUpperCase()
      .regex(/^[A-Z0-9_-]+$/, texts.codeUnreadable)
      .max(limits.couponCodeLength, texts.codeUnreadable),
    title: textSchema,
    discount: discountSchema,
    maxDiscount: amountSchema,
    minSubtotal: amountSchema,
    maxUses: textSchema.refine((value) => value === '' || /^[1-9]\d{0,6}$/.test(value), {
      message: texts.limitUnreadable,
    }),
    firstDay: DayInputSchema,
    lastDay: DayInputSchema,
    oncePerCustomer: textSchema.transform((value) => value === '1'),
  })
  .refine(({ firstDay, lastDay }) => firstDay === null || lastDay === null || firstDay <= lastDay, {
    path: ['lastDay'],
    message: texts.daysReversed,
  })
  .transform(
    ({ code, title, discount, maxDiscount, minSubtotal, maxUses, ...rest }): Coupon => ({
      ...rest,
      ...discount,
      code,
      title: title || code,
      maxDiscountCents: maxDiscount,
      minSubtotalCents: minSubtotal,
      maxUses: maxUses === '' ? null : Number(maxUses),
    }),
  )
