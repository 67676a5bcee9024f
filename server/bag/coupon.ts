import { z } from 'zod'
import { merchandisingTexts as texts } from '../../app/texts/backoffice/merchandising.ts'
import { limits } from '../../app/texts/limits.ts'
import { parseMoney } from '../../app/texts/money.ts'
import type { Row } from '../database/schema.ts'
import { DayInputSchema } from '../platform/day-input.ts'

/** A coupon as people make it. */
export type Coupon = Omit<StoredCoupon, 'id'>

/** A coupon as the shop has it: one that is made with the code of a removed one has another id. */
export type StoredCoupon = Omit<Row<'coupon'>, 'redemptions'>

const textSchema = z.string().trim().default('')

/** Empty: no limit. One that cannot be read must not pass for none. */
const amountSchema = textSchema.transform((value, context) => {
  if (value === '') return null
  const cents = parseMoney(value, ',') || null
  if (cents === null) context.issues.push({ code: 'custom', message: texts.amountUnreadable, input: value })
  return cents
})

/** `10%`, or reais. */
const discountSchema = textSchema.transform((value, context): Pick<Coupon, 'discountType' | 'discountValue'> => {
  const [, percent] = /^([1-9]\d?) ?%$/.exec(value) ?? []
  if (percent) return { discountType: 'percent', discountValue: Number(percent) }
  const cents = parseMoney(value, ',') || null
  if (cents === null) context.issues.push({ code: 'custom', message: texts.discountUnreadable, input: value })
  return { discountType: 'amount', discountValue: cents ?? 0 }
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
    ({ code, title, discount, maxDiscount, minSubtotal, maxUses, oncePerCustomer, ...rest }): Coupon => ({
      ...rest,
      ...discount,
      code,
      title: title || code,
      maxDiscountCents: maxDiscount,
      minimumCents: minSubtotal,
      isOncePerCustomer: oncePerCustomer,
      maxUses: maxUses === '' ? null : Number(maxUses),
    }),
  )
