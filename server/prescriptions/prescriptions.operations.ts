import { z } from 'zod'
import { fields } from '../../app/texts/fields.ts'
import { customerOperation } from '../api/operation.ts'
import { hasNoLink, TypedId, typedText } from '../api/wire.ts'
import type { Patient } from './patients.ts'
import type { NewPart } from './prescription.ts'
import type { Prescriptions } from './prescriptions.ts'

const words = (most: number) => typedText().max(most, fields.tooLong(most))
const patientName = typedText(fields.patient)
  .min(1, fields.patient)
  .max(120, fields.tooLong(120))
  .refine(hasNoLink, fields.nameWithLink)
const day = z.iso.date(fields.issuedAt)

/** The specification's multipart: each prescription is one index in every list. */
const SentPrescriptions = z
  .object({
    patients: z.array(patientName).min(1).max(10),
    types: z.array(z.coerce.number().pipe(z.union([z.literal(1), z.literal(2)], fields.prescriptionType))),
    products: z.array(z.array(TypedId).max(200)),
    issuers: z.array(words(200).nullish()).default([]),
    codes: z.array(words(100).nullish()).default([]),
    prescriptions: z.array(z.instanceof(File).nullish()).default([]),
    /** When each was issued, yyyy-MM-dd; optional: without it the pharmacist looks for the date. */
    issued_at: z.array(day.nullish()).default([]),
    /** An earlier prescription that no order uses yet, to which these are added. */
    prescription_id: TypedId.optional(),
  })
  .superRefine(({ patients, types, issuers, codes }, context) => {
    for (const place of patients.keys()) {
      if (types[place] === undefined) {
        context.addIssue({ code: 'custom', path: ['types', place], message: fields.prescriptionType })
      }
      if (types[place] !== 1) continue
      if (!issuers[place]) context.addIssue({ code: 'custom', path: ['issuers', place], message: fields.issuers })
      if (!codes[place]) context.addIssue({ code: 'custom', path: ['codes', place], message: fields.prescriptionCode })
    }
  })

/** The page's form: one prescription. */
export const PrescriptionForm = z
  .object({
    pacient: patientName,
    type: z.enum(['1', '2'], fields.prescriptionType),
    issuers: words(200).optional(),
    code: words(100).optional(),
    issued_at: z.iso.date(fields.issuedAt),
    products: z.array(TypedId, fields.prescriptionProducts).min(1, fields.prescriptionProducts),
    file: z.instanceof(File).optional(),
  })
  .superRefine(({ type, issuers, code }, context) => {
    if (type !== '1') return
    if (!issuers) context.addIssue({ code: 'custom', path: ['issuers'], message: fields.issuers })
    if (!code) context.addIssue({ code: 'custom', path: ['code'], message: fields.prescriptionCode })
  })

/** The specification calls both a patient and the patient's name `pacient`: either is accepted. */
const NamedPatient = z.union([patientName, z.object({ pacient: patientName })], fields.patient)
const PatientOnWire = z.object({ id: z.number(), pacient: z.string() })

function onWire({ id, name }: Patient) {
  return { id, pacient: name }
}

export function prescriptionsOperations({ prescriptions }: { prescriptions: Prescriptions }) {
  return {
    'order/sendPrescription': customerOperation({
      input: SentPrescriptions,
      output: z.object({ prescription_id: z.number() }),
      takesFiles: true,
      whenRefused: aboutToken,
      example: { patients: ['Ana Souza'], types: [1], products: [[1]], issuers: ['CRM-SP 123456'], codes: ['A1B2C3'] },
      async run(sent, { customerId }) {
        const parts = await Promise.all(sent.patients.map((_, place) => partAt(sent, place)))
        return { prescription_id: await prescriptions.send(customerId, parts, sent.prescription_id) }
      },
    }),
    'order/getPacientList': customerOperation({
      input: z.object({}),
      output: z.array(PatientOnWire),
      run: async (_input, { customerId }) => (await prescriptions.listPatients(customerId)).map(onWire),
    }),
    'order/registerPacient': customerOperation({
      input: z.object({ pacient: NamedPatient }),
      output: PatientOnWire,
      example: { pacient: { pacient: 'Ana Souza' } },
      run: async ({ pacient }, { customerId }) =>
        onWire(await prescriptions.registerPatient(customerId, nameOf(pacient))),
    }),
    'order/updatePacient': customerOperation({
      input: z.object({ pacientId: TypedId, pacient: NamedPatient }),
      output: PatientOnWire,
      example: { pacientId: 1, pacient: { pacient: 'Ana Souza' } },
      run: async ({ pacientId, pacient }, { customerId }) =>
        onWire(await prescriptions.updatePatient(customerId, pacientId, nameOf(pacient))),
    }),
  }
}

function nameOf(pacient: z.output<typeof NamedPatient>): string {
  return typeof pacient === 'string' ? pacient : pacient.pacient
}

/** The specification's format for a refused token: the code 'token', and a message to show. */
function aboutToken(message: string, code: string): object {
  return code === 'token.invalid' || code === 'customer.required' ? { code: 'token', message } : {}
}

async function partAt(sent: z.output<typeof SentPrescriptions>, place: number): Promise<NewPart> {
  const file = sent.prescriptions[place]
  return {
    patient: sent.patients[place] ?? '',
    type: sent.types[place] ?? 2,
    issuers: sent.issuers[place] ?? '',
    code: sent.codes[place] ?? '',
    issuedAt: sent.issued_at[place] ?? undefined,
    productIds: sent.products[place] ?? [],
    file: file && file.size > 0 ? new Uint8Array(await file.arrayBuffer()) : undefined,
  }
}
