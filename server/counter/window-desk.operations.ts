import { z } from 'zod'
import { oneLine, Reais, TypedId, toReais, typedText } from '../api/wire.ts'
import { staffAct, staffOperation } from './staff-operation.ts'
import type { WindowDesk } from './window-desk.ts'

const Day = z.iso.date().nullable().describe('yyyy-MM-dd in São Paulo, included; null: no limit')
const Code = typedText()
  .toUpperCase()
  .regex(/^[A-Z0-9_-]{1,40}$/)

const Coupon = z.object({
  code: z.string(),
  title: z.string(),
  percent: z.number().nullable(),
  amount: Reais.nullable(),
  maxDiscount: Reais.nullable(),
  oncePerCustomer: z.boolean(),
  firstDay: Day,
  lastDay: Day,
  minimum: Reais.nullable(),
  maxUses: z.number().nullable(),
  uses: z.number(),
})

const Money = z.number().min(0.01).max(999_999.99)
const CouponInput = z
  .object({
    code: Code,
    title: typedText().min(1).max(80).regex(oneLine),
    percent: z.number().int().min(1).max(99).optional(),
    amount: Money.optional().describe('reais; either this or percent'),
    maxDiscount: Money.optional(),
    oncePerCustomer: z.boolean().default(false),
    firstDay: z.iso.date().optional(),
    lastDay: z.iso.date().optional(),
    minimum: Money.optional(),
    maxUses: z.number().int().min(1).max(999_999).optional(),
  })
  .refine(({ percent, amount }) => (percent === undefined) !== (amount === undefined), { path: ['percent'] })

/** The shop window by calls: coupons, the notice, banners, synonyms. */
export function windowDeskOperations({ windowDesk }: { windowDesk: WindowDesk }) {
  return {
    'staff/showWindow': staffOperation('window.change', {
      input: z.object({}),
      output: z.object({
        coupons: z.array(Coupon),
        notices: z.array(
          z.object({
            branchId: z.number(),
            notice: z.string().nullable().describe('null: the usual sentence'),
            until: Day,
          }),
        ),
        banners: z.array(z.object({ bannerId: z.number(), title: z.string(), text: z.string(), linkText: z.string() })),
        synonyms: z.array(z.object({ synonymsId: z.number(), words: z.array(z.string()) })),
      }),
      async run(_input, actor) {
        const { coupons, notices, banners, synonyms } = await windowDesk.show(actor)
        return {
          coupons: coupons.map(({ type, value, maxDiscountCents, minimumCents, ...coupon }) => ({
            ...coupon,
            percent: type === 'percent' ? value : null,
            amount: type === 'amount' ? toReais(value) : null,
            maxDiscount: maxDiscountCents === null ? null : toReais(maxDiscountCents),
            minimum: minimumCents === null ? null : toReais(minimumCents),
          })),
          notices: notices.map(({ id, notice, until }) => ({ branchId: id, notice, until })),
          banners: banners.map(({ id, title, text, linkText }) => ({ bannerId: id, title, text, linkText })),
          synonyms: synonyms.map(({ id, words }) => ({ synonymsId: id, words })),
        }
      },
    }),
    'staff/saveCoupon': staffAct('window.change', {
      input: CouponInput,
      example: { code: 'OUTUBRO', title: '10% em outubro', percent: 10, lastDay: '2026-10-31' },
      run: ({ code, title, percent, amount, maxDiscount, minimum, oncePerCustomer, ...limits }, actor) =>
        windowDesk.saveCoupon(actor, {
          code,
          title,
          oncePerCustomer,
          ...(percent === undefined
            ? { type: 'amount', value: toCents(amount) ?? 0 }
            : { type: 'percent', value: percent }),
          maxDiscountCents: toCents(maxDiscount),
          minimumCents: toCents(minimum),
          firstDay: limits.firstDay ?? null,
          lastDay: limits.lastDay ?? null,
          maxUses: limits.maxUses ?? null,
        }),
    }),
    'staff/removeCoupon': staffAct('window.change', {
      input: z.object({ code: Code }),
      example: { code: 'OUTUBRO' },
      run: ({ code }, actor) => windowDesk.removeCoupon(actor, code),
    }),
    'staff/setNotice': staffAct('window.change', {
      input: z.object({
        notice: typedText().max(120).regex(oneLine).describe('above every page; empty: the usual sentence again'),
        until: z.iso.date().optional(),
        branchId: TypedId.optional().describe('without it: all branches'),
      }),
      example: { notice: 'Hoje entregamos até as 22h', until: '2026-12-24' },
      run: ({ notice, until, branchId }, actor) =>
        windowDesk.setNotice(actor, branchId ?? null, notice || null, until ?? null),
    }),
    'staff/moveBanner': staffAct('window.change', {
      input: z.object({ bannerId: TypedId, direction: z.enum(['up', 'down']) }),
      example: { bannerId: 2, direction: 'up' },
      run: ({ bannerId, direction }, actor) => windowDesk.moveBanner(actor, bannerId, direction),
    }),
    'staff/removeBanner': staffAct('window.change', {
      input: z.object({ bannerId: TypedId }),
      example: { bannerId: 3 },
      run: ({ bannerId }, actor) => windowDesk.removeBanner(actor, bannerId),
    }),
    'staff/saveSynonyms': staffOperation('window.change', {
      input: z.object({
        synonymsId: TypedId.optional().describe('without it: a new group'),
        words: z.array(typedText().min(1).max(80).regex(oneLine)).min(1).max(50),
      }),
      example: { words: ['novalgina', 'novalgia'] },
      output: z.object({ synonymsId: z.number(), words: z.array(z.string()) }),
      async run({ synonymsId, words }, actor) {
        const saved = await windowDesk.saveSynonyms(actor, synonymsId ?? null, words.join(', '))
        return { synonymsId: saved.id, words: saved.words }
      },
    }),
    'staff/removeSynonyms': staffAct('window.change', {
      input: z.object({ synonymsId: TypedId }),
      example: { synonymsId: 1 },
      run: ({ synonymsId }, actor) => windowDesk.removeSynonyms(actor, synonymsId),
    }),
  }
}

/** Null where nothing was said. */
function toCents(reais: number | undefined): number | null {
  return reais === undefined ? null : Math.round(reais * 100)
}
