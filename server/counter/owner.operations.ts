import { z } from 'zod'
import { Reais, TypedId, toReais, typedText } from '../api/wire.ts'
import type { Staff } from '../staff/staff.ts'
import type { Figures } from './figures.ts'
import { staffAct, staffOperation } from './staff-operation.ts'

const Sales = z.object({ orders: z.number(), revenue: Reais, withPrescription: z.number() })
const Minutes = z.number().nullable().describe('null where no order took the step')

/** What only the owner asks by a call: how the day goes, and who works at the counter. */
export function ownerOperations({
  figures,
  staff,
}: {
  figures: Figures
  staff: Pick<Staff, 'listStaff' | 'changeRole'>
}) {
  return {
    'staff/readFigures': staffOperation('figures.see', {
      input: z.object({
        day: z.iso.date().optional().describe('yyyy-MM-dd in São Paulo; without it today, up to now'),
      }),
      output: z.object({
        day: z.string(),
        sales: Sales,
        mean: Sales.describe('of the four same weekdays before'),
        times: z.array(
          z
            .object({ step: z.string(), median: Minutes, ninetieth: Minutes, medianBefore: Minutes })
            .describe('minutes'),
        ),
        emptySearches: z.array(z.object({ words: z.string(), times: z.number() })),
        owed: z.array(z.object({ orderId: z.number(), amount: Reais })),
      }),
      async run({ day }, actor) {
        const { sales, mean, owed, ...found } = await figures.figuresOf(actor, day ?? null)
        const wire = ({ revenueCents, ...rest }: typeof sales) => ({ ...rest, revenue: toReais(revenueCents) })
        return {
          ...found,
          sales: wire(sales),
          mean: wire(mean),
          owed: owed.map(({ orderId, amountCents }) => ({ orderId, amount: toReais(amountCents) })),
        }
      },
    }),
    'staff/listStaff': staffOperation('staff.manage', {
      input: z.object({}),
      output: z.object({
        staff: z.array(
          z.object({
            staffId: z.number(),
            email: z.string(),
            name: z.string(),
            role: z.enum(['owner', 'pharmacist', 'clerk']),
            crf: z.string().nullable(),
            branchId: z.number().nullable().describe('null: all branches'),
            isActive: z.boolean(),
            hasSecondFactor: z.boolean(),
          }),
        ),
      }),
      async run(_input, actor) {
        return { staff: (await staff.listStaff(actor)).map(({ id, ...person }) => ({ staffId: id, ...person })) }
      },
    }),
    'staff/changeRole': staffAct('staff.manage', {
      input: z.object({
        staffId: TypedId,
        role: z.enum(['owner', 'pharmacist', 'clerk']).optional().describe('left out, it stays'),
        crf: typedText()
          .toUpperCase()
          .regex(/^[A-Z]{2}-\d{1,6}$/)
          .optional()
          .describe('a pharmacist has one; left out, it stays'),
        branchId: TypedId.nullish().describe('null: all branches; left out, it stays'),
      }),
      example: { staffId: 999, role: 'clerk' },
      run: ({ staffId, ...change }, actor) => staff.changeRole(actor, staffId, change),
    }),
  }
}
