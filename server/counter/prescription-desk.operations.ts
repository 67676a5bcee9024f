import { z } from 'zod'
import { TypedId, typedText } from '../api/wire.ts'
import type { PrescriptionDesk } from './prescription-desk.ts'
import { staffAct, staffOperation } from './staff-operation.ts'

const Part = z.object({
  partId: z.number().describe('with which staff/lookAtPrescription reads its file'),
  hasFile: z.boolean(),
  patient: z.string(),
  issuers: z.string(),
  code: z.string().describe('with which its issuer says whether a digital one is real'),
  issuedOn: z.string().nullable().describe('yyyy-MM-dd'),
  validUntil: z
    .string()
    .nullable()
    .describe("yyyy-MM-dd, by the rule of its products' class; null where there is none"),
  products: z.array(z.object({ productId: z.number(), name: z.string() })),
})

/** Prescriptions, their files and the decisions: as at the counter, each look at a file is recorded before it is read. */
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
    'staff/findPrescription': staffOperation('prescriptions.decide', {
      input: z.object({ prescriptionId: TypedId }),
      example: { prescriptionId: 1 },
      output: z.object({
        orderId: z.number(),
        status: z.enum(['sent', 'approved', 'rejected']),
        parts: z.array(Part),
      }),
      async run({ prescriptionId }, actor) {
        const { prescription, order, validity } = await prescriptionDesk.findPrescription(actor, prescriptionId)
        return {
          orderId: order.id,
          status: prescription.status,
          parts: prescription.parts.map(({ id, fileType, patient, issuers, code, issuedAt, products }) => ({
            partId: id,
            hasFile: fileType !== null,
            patient,
            issuers,
            code,
            issuedOn: issuedAt,
            validUntil: validity.get(id)?.until ?? null,
            products: products.map((product) => ({ productId: product.id, name: product.name })),
          })),
        }
      },
    }),
    'staff/lookAtPrescription': staffOperation('prescriptions.decide', {
      input: z.object({ prescriptionId: TypedId, partId: TypedId }),
      example: { prescriptionId: 1, partId: 1 },
      output: z.object({
        contentType: z.literal('image/jpeg'),
        content: z.base64().describe('one picture, also of a PDF of several pages; to be shown, not kept'),
      }),
      async run({ prescriptionId, partId }, actor) {
        const picture = await prescriptionDesk.lookAtFile(actor, prescriptionId, partId)
        return { contentType: 'image/jpeg' as const, content: picture.toString('base64') }
      },
    }),
    'staff/approvePrescription': staffAct('prescriptions.decide', {
      input: z.object({ prescriptionId: TypedId }),
      example: { prescriptionId: 1 },
      run: ({ prescriptionId }, actor) => prescriptionDesk.approve(actor, prescriptionId),
    }),
    'staff/rejectPrescription': staffAct('prescriptions.decide', {
      input: z.object({
        prescriptionId: TypedId,
        reason: typedText().min(1).max(300).describe('the customer reads it'),
      }),
      example: { prescriptionId: 1, reason: 'A receita está vencida.' },
      run: ({ prescriptionId, reason }, actor) => prescriptionDesk.reject(actor, prescriptionId, reason),
    }),
  }
}
