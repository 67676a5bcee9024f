import { z } from 'zod'
import { fields } from '../../app/texts/fields.ts'
import { dateInput, FormId, hasNoLink, optionalUpdate, personName, userText } from '../wire/values.ts'
import { readAge } from './dispensing-facts.ts'
import type { NewPrescription } from './prescription.ts'
import type { NewQuote } from './quotes.ts'
import { readSncr } from './sncr.ts'

const limitedText = (max: number) => userText().max(max, fields.tooLong(max))
const patientName = personName(fields.patient, 120)
/** A patient as forms name one: by an id or a name. */
const patientChoice = userText(fields.patient)
  .min(1, fields.patient)
  .max(120, fields.tooLong(120))
  .regex(/\p{L}|^\d*$/u, fields.patient)
  .refine(hasNoLink, fields.nameWithLink)
const day = z.iso.date(fields.issuedAt)
/** Empty means none. */
const sncr = userText()
  .max(40, fields.sncr)
  .transform((text) => (text === '' ? undefined : readSncr(text)))
  .refine((digits) => digits !== null, fields.sncr)
  .transform((digits) => digits ?? undefined)
/** If empty, the pharmacist reads it from the prescription. */
const age = userText()
  .max(20, fields.age)
  .transform((text) => (text === '' ? undefined : readAge(text)))
  .refine((value) => value !== null, fields.age)
  .transform((value) => value ?? undefined)
const sex = z.enum(['F', 'M'], fields.sex)

/** The specification's multipart has parallel arrays: index i of each list belongs to prescription i. */
export const PrescriptionsCall = z
  .object({
    patients: z.array(patientChoice).min(1).max(10),
    types: z.array(z.coerce.number().pipe(z.union([z.literal(1), z.literal(2)], fields.prescriptionType))),
    products: z.array(z.array(FormId).max(200)),
    issuers: z.array(limitedText(200).nullish()).default([]),
    codes: z.array(limitedText(100).nullish()).default([]),
    /** Numbers of the national system (SNCR), of those that have one. */
    sncr: z.array(sncr.nullish()).default([]),
    /** The patients' ages and sexes, which retained prescriptions need, and whether the treatment is prolonged. */
    ages: z.array(age.nullish()).default([]),
    sexes: z.array(sex.nullish()).default([]),
    prolonged: z.array(z.stringbool().nullish()).default([]),
    prescriptions: z.array(z.instanceof(File).nullish()).default([]),
    /** When each was issued, yyyy-MM-dd; optional: without it the pharmacist looks for the date. */
    issuedAt: z.array(day.nullish()).default([]),
    /** An earlier prescription that no order uses yet, to which these are added. */
    addTo: FormId.optional(),
  })
  .superRefine(({ patients, types, issuers, codes }, context) => {
    for (const index of patients.keys()) {
      if (types[index] === undefined) {
        context.addIssue({ code: 'custom', path: ['types', index], message: fields.prescriptionType })
      }
      if (types[index] !== 1) continue
      if (!issuers[index]) context.addIssue({ code: 'custom', path: ['issuers', index], message: fields.issuers })
      if (!codes[index]) context.addIssue({ code: 'custom', path: ['codes', index], message: fields.prescriptionCode })
    }
  })
  .transform(async (input) => {
    const parts = input.patients.map(
      async (patient, index): Promise<NewPrescription> => ({
        patient,
        type: input.types[index] ?? 2,
        issuers: input.issuers[index] ?? '',
        code: input.codes[index] ?? '',
        sncr: input.sncr[index] ?? undefined,
        age: input.ages[index] ?? undefined,
        sex: input.sexes[index] ?? undefined,
        isProlonged: input.prolonged[index] ?? false,
        issuedAt: input.issuedAt[index] ?? undefined,
        productIds: input.products[index] ?? [],
        file: await bytesOf(input.prescriptions[index]),
      }),
    )
    return { parts: await Promise.all(parts), addTo: input.addTo }
  })

/** A rule that is checked even where other fields are refused, so that a form's errors come all at once. */
const crossFieldCheck = (path: string, message: string) => ({ path: [path], message, when: () => true })

/** One prescription. */
export const PrescriptionForm = z
  .object({
    patient: patientChoice,
    type: z.enum(['1', '2'], fields.prescriptionType),
    issuers: limitedText(200).optional(),
    code: limitedText(100).optional(),
    sncr: sncr.optional(),
    age: age.optional(),
    sex: sex.optional(),
    isProlonged: z.literal('1').optional(),
    issuedAt: dateInput(fields.issuedAt),
    /** The issue date, repeated by the customer to confirm that it is old. */
    confirmedDay: z.string().max(10).optional().default(''),
    products: z.array(FormId, fields.prescriptionProducts).min(1, fields.prescriptionProducts),
    file: z.instanceof(File).optional(),
  })
  .refine(({ type, issuers }) => type !== '1' || issuers, crossFieldCheck('issuers', fields.issuers))
  .refine(({ type, code }) => type !== '1' || code, crossFieldCheck('code', fields.prescriptionCode))
  .refine(({ type, file }) => type !== '2' || (file?.size ?? 0) > 0, crossFieldCheck('file', fields.prescriptionFile))
  .transform(
    async (input): Promise<NewPrescription> => ({
      patient: input.patient,
      type: input.type === '1' ? 1 : 2,
      // Neither asked for nor stored for paper prescriptions.
      issuers: input.type === '1' ? (input.issuers ?? '') : '',
      code: input.type === '1' ? (input.code ?? '') : '',
      sncr: input.sncr,
      age: input.age,
      sex: input.sex,
      isProlonged: input.isProlonged === '1',
      issuedAt: input.issuedAt,
      confirmedDay: input.confirmedDay,
      productIds: input.products,
      file: await bytesOf(input.file),
    }),
  )

/** A quote request: a prescription photo sent without a bag. */
export const NewQuoteForm = z
  .object({
    patient: patientChoice,
    file: z.instanceof(File).optional(),
    note: limitedText(300).optional().default(''),
  })
  .refine(({ file }) => (file?.size ?? 0) > 0, crossFieldCheck('file', fields.prescriptionFile))
  .transform(
    async ({ patient, file, note }): Promise<NewQuote> => ({
      patient,
      note,
      file: (await bytesOf(file)) ?? new Uint8Array(),
    }),
  )

async function bytesOf(file: File | null | undefined): Promise<Uint8Array | undefined> {
  return file && file.size > 0 ? new Uint8Array(await file.arrayBuffer()) : undefined
}

/** Prescription fields are rejected, not silently ignored; `id` is allowed, since clients receive it. */
function rejectUnknownFields(patient: unknown, context: z.RefinementCtx): void {
  if (typeof patient !== 'object' || patient === null) return
  for (const [name, value] of Object.entries(patient)) {
    if (name === 'patient' || name === 'id' || value === null || value === undefined) continue
    context.addIssue({ code: 'custom', path: [name], message: fields.patientNameAlone })
  }
}

/** The specification calls both a patient and the patient's name by one word: either is accepted. */
const patient = z
  .union([patientName, z.looseObject({ patient: patientName })], fields.patient)
  .superRefine(rejectUnknownFields)
  .transform((value) => (typeof value === 'string' ? value : value.patient))

export const NewPatient = z.object({ patient }).transform(({ patient }) => ({ name: patient }))
/** Without a name, the patient is unchanged. */
export const PatientChange = z
  .object({
    patientId: FormId,
    patient: z
      .union([patientName, z.looseObject({ patient: optionalUpdate(patientName) })], fields.patient)
      .superRefine(rejectUnknownFields),
  })
  .transform(({ patientId, patient }) => ({
    id: patientId,
    name: typeof patient === 'string' ? patient : patient.patient,
  }))
