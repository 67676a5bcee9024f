import { z } from 'zod'
import { TypedId, typedText } from '../api/wire.ts'
import type { PrescriptionDesk } from './prescription-desk.ts'
import { staffOperation } from './staff-operation.ts'

/** Decisions on prescriptions. Their files are shown by the counter's pages alone, where each look is recorded. */
export function prescriptionDeskOperations({ prescriptionDesk }: { prescriptionDesk: PrescriptionDesk }) {
  return {
    'staff/listPrescriptions': staffOperation('prescriptions.see', {
      input: z.object({}),
      output: z.object({
        prescriptions: z
          .array(z.object({ prescriptionId: z.number(), orderId: z.number(), sentAt: z.string() }))
          .describe('those of paid orders that wait, the oldest first'),
      }),
      async run(_input, actor) {
        const waiting = await prescriptionDesk.listWaiting(actor)
        return {
          prescriptions: waiting.map(({ id, orderId, sentAt }) => ({
            prescriptionId: id,
            orderId,
            sentAt: sentAt.toISOString(),
          })),
        }
      },
    }),
    'staff/approvePrescription': staffOperation('prescriptions.decide', {
      input: z.object({ prescriptionId: TypedId }),
      example: { prescriptionId: 1 },
      output: z.object({}),
      async run({ prescriptionId }, actor) {
        await prescriptionDesk.approve(actor, prescriptionId)
        return {}
      },
    }),
    'staff/rejectPrescription': staffOperation('prescriptions.decide', {
      input: z.object({
        prescriptionId: TypedId,
        reason: typedText().min(1).max(300).describe('the customer reads it'),
      }),
      example: { prescriptionId: 1, reason: 'A receita está vencida.' },
      output: z.object({}),
      async run({ prescriptionId, reason }, actor) {
        await prescriptionDesk.reject(actor, prescriptionId, reason)
        return {}
      },
    }),
  }
}
