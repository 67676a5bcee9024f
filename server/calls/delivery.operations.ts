import { z } from 'zod'
import {
  assertBranchExists,
  findBranchId,
  getBranchOrDefault,
  parseZipcode,
  uncoveredBranchId,
} from '../delivery/delivery.ts'
import { IdSchema } from '../wire/values.ts'
import { createVisitorOperation } from './operation.ts'

const BranchDto = z.object({
  branch_id: z.number(),
  /** Minutes; null outside coverage. */
  shipping_estimate: z.number().nullable(),
  shipping_later: z.boolean().nullable(),
  /** HH:MM in São Paulo; present, like `whatsapp`, only if a branch serves the code. */
  open_time: z.string().optional(),
  close_time: z.string().optional(),
  whatsapp: z.string().optional(),
})

export const deliveryOperations = {
  'address/getBranchWithZipcode': createVisitorOperation({
    input: z.object({
      params: z.object({ zipcode: z.string(), branch: z.union([z.literal(0), IdSchema]).nullish() }),
    }),
    wireNames: { branch: 'branch_id' },
    example: { params: { zipcode: '01310-100' } },
    output: z.array(BranchDto),
    async run(ctx, { params }) {
      const zipcode = parseZipcode(params.zipcode)
      const branchId = await findBranchId(ctx, zipcode)
      // The postal code alone decides, but who names a branch that does not exist is told.
      await assertBranchExists(ctx, params.branch ?? uncoveredBranchId)
      if (branchId === uncoveredBranchId) return [{ branch_id: 0, shipping_estimate: null, shipping_later: null }]
      const branch = await getBranchOrDefault(ctx, branchId, zipcode)
      return [
        {
          branch_id: branch.id,
          shipping_estimate: branch.shippingEstimateMinutes,
          shipping_later: branch.shipsByAppointment,
          open_time: branch.openTime,
          close_time: branch.closeTime,
          whatsapp: branch.whatsapp,
        },
      ]
    },
  }),
}
