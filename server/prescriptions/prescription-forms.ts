import { z } from 'zod'
import { fieldErrors } from '../../app/texts/fields.ts'
import {
  createDateSchema,
  createIntegerSchema,
  createOptionalUpdateSchema,
  createPersonNameSchema,
  createUserTextSchema,
  FormIdSchema,
  hasNoLink,
} from '../wire/values.ts'
import { parseAge } from './dispensing-facts.ts'
import type { NewPrescriptionPart } from './prescription.ts'
import type { QuoteRequest } from './quotes.ts'
import { parseSncr } from './sncr.ts'

const createLimitedTextSchema = (maxLength: number) =>
  createUserTextSchema().max(maxLength, fieldErrors.tooLong(maxLength))
const patientNameSchema = createPersonNameSchema(fieldErrors.patient, 120)
/** A patient as forms name one: by an id or a name. */
const patientChoiceSchema = createUserTextSchema(fieldErrors.patient)
  .min(1, fieldErrors.patient)
  .max(120, fieldErrors.tooLong(120))
  .regex(/\p{L}|^\d*$/u, fieldErrors.patient)
  .refine(hasNoLink, fieldErrors.nameWithLink)
const issueDaySchema = z.iso.date(fieldErrors.issuedAt)
/** Empty means none. */
const sncrSchema = createUserTextSchema()
  .max(40, fieldErrors.sncr)
  .transform((text) => (text === '' ? undefined : parseSncr(text)))
  .refine((digits) => digits !== null, fieldErrors.sncr)
  .transform((digits) => digits ?? undefined)
/** If empty, the pharmacist reads it from the prescription. */
const ageSchema = createUserTextSchema()
  .max(20, fieldErrors.age)
  .transform((text) => (text === '' ? undefined : parseAge(text)))
  .refine((value) => value !== null, fieldErrors.age)
  .transform((value) => value ?? undefined)
const sexSchema = z.enum(['F', 'M'], fieldErrors.sex)

/** The specification's multipart has parallel arrays: index i of each list belongs to prescription i. */
export const PrescriptionsInput = z
  .object({
    patients: z.array(patientChoiceSchema).min(1).max(10),
    types: z.array(
      createIntegerSchema(z.union([z.literal(1), z.literal(2)], fieldErrors.prescriptionType)).meta({
        enum: [1, 2],
        description: '1: digital, with issuers and code; 2: on paper',
      }),
    ),
    products: z.array(z.array(FormIdSchema).max(200)),
    issuers: z.array(createLimitedTextSchema(200).nullish()).default([]),
    codes: z.array(createLimitedTextSchema(100).nullish()).default([]),
    /** Numbers of the national system (SNCR), of those that have one. */
    sncr: z.array(sncrSchema.nullish()).default([]),
    /** The patients' ages and sexes, which retained prescriptions need, and whether the treatment is prolonged. */
    ages: z.array(ageSchema.nullish()).default([]),
    sexes: z.array(sexSchema.nullish()).default([]),
    prolonged: z.array(z.stringbool().nullish()).default([]),
    prescriptions: z.array(z.instanceof(File).nullish()).default([]),
    /** When each was issued, yyyy-MM-dd; optional: without it the pharmacist looks for the date. */
    issuedAt: z.array(issueDaySchema.nullish()).default([]),
    /** An earlier prescription that no order uses yet, to which these are added. */
    openPrescriptionId: FormIdSchema.optional(),
  })
  .superRefine(({ patients, types, issuers, codes }, context) => {
    for (const index of patients.keys()) {
      if (types[index] === undefined) {
        context.addIssue({ code: 'custom', path: ['types', index], message: fieldErrors.prescriptionType })
      }
      if (types[index] !== 1) continue
      if (!issuers[index]) context.addIssue({ code: 'custom', path: ['issuers', index], message: fieldErrors.issuers })
      if (!codes[index])
        context.addIssue({ code: 'custom', path: ['codes', index], message: fieldErrors.prescriptionCode })
    }
  })
  .transform(async (input) => {
    const parts = input.patients.map(
      async (patient, index): Promise<NewPrescriptionPart> => ({
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
        file: await readBytes(input.prescriptions[index]),
      }),
    )
    return { parts: await Promise.all(parts), openPrescriptionId: input.openPrescriptionId }
  })

/** A rule that is checked even where other fields are refused, so that a form's errors come all at once. */
const createCrossFieldCheck = (path: string, message: string) => ({ path: [path], message, when: () => true })

export const PrescriptionForm = z
  .object({
    patient: patientChoiceSchema,
    type: z.enum(['1', '2'], fieldErrors.prescriptionType),
    issuers: createLimitedTextSchema(200).optional(),
    code: createLimitedTextSchema(100).optional(),
    sncr: sncrSchema.optional(),
    age: ageSchema.optional(),
    sex: sexSchema.optional(),
    isProlonged: z.literal('1').optional(),
    issuedAt: createDateSchema(fieldErrors.issuedAt),
    /** The issue date, repeated by the customer to confirm that it is old. */
    confirmedDay: z.string().max(10).optional().default(''),
    products: z.array(FormIdSchema, fieldErrors.prescriptionProducts).min(1, fieldErrors.prescriptionProducts),
    file: z.instanceof(File).optional(),
  })
  .refine(({ type, issuers }) => type !== '1' || issuers, createCrossFieldCheck('issuers', fieldErrors.issuers))
  .refine(({ type, code }) => type !== '1' || code, createCrossFieldCheck('code', fieldErrors.prescriptionCode))
  .refine(
    ({ type, file }) => type !== '2' || (file?.size ?? 0) > 0,
    createCrossFieldCheck('file', fieldErrors.prescriptionFile),
  )
  .transform(
    async (input): Promise<NewPrescriptionPart> => ({
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
      file: await readBytes(input.file),
    }),
  )

/** A quote request: a prescription photo sent without a bag. */
export const QuoteRequestForm = z
  .object({
    patient: patientChoiceSchema,
    file: z.instanceof(File).optional(),
    note: createLimitedTextSchema(300).optional().default(''),
  })
  .refine(({ file }) => (file?.size ?? 0) > 0, createCrossFieldCheck('file', fieldErrors.prescriptionFile))
  .transform(
    async ({ patient, file, note }): Promise<QuoteRequest> => ({
      patient,
      note,
      file: (await readBytes(file)) ?? new Uint8Array(),
    }),
  )

/** Another picture of one. */
export const PictureForm = z
  .object({ file: z.instanceof(File).optional() })
  .transform(async ({ file }) => ({ file: await readBytes(file) }))

async function readBytes(file: File | null | undefined): Promise<Uint8Array | undefined> {
  return file && file.size > 0 ? new Uint8Array(await file.arrayBuffer()) : undefined
}

/** What the specification's Patient has of a prescription; a patient here is a name, so these are taken and not kept. */
const prescriptionFieldNames = ['type', 'issuers', 'code', 'products', 'file']

/** Other fields are rejected, not silently ignored; `id` is allowed, since clients receive it. */
function rejectUnknownFields(patient: unknown, context: z.RefinementCtx): void {
  if (typeof patient !== 'object' || patient === null) return
  for (const [name, value] of Object.entries(patient)) {
    if (['patient', 'id', ...prescriptionFieldNames].includes(name) || value === null || value === undefined) continue
    context.addIssue({ code: 'custom', path: [name], message: fieldErrors.patientNameAlone })
  }
}

/** Whether a patient came with what is not kept of it. */
function hasPrescriptionFields(patient: unknown): boolean {
  if (typeof patient !== 'object' || patient === null) return false
  return Object.entries(patient).some(
    ([name, value]) => prescriptionFieldNames.includes(name) && value !== null && value !== undefined,
  )
}

/** The specification calls both a patient and the patient's name by one word: either is accepted. */
const patientSchema = z
  .union([patientNameSchema, z.looseObject({ patient: patientNameSchema })], fieldErrors.patient)
  .superRefine(rejectUnknownFields)
  .transform((value) => ({
    name: typeof value === 'string' ? value : value.patient,
    hasMore: hasPrescriptionFields(value),
  }))

/** `hasMore`: of a prescription, too, which is not kept. */
export const NewPatient = z.object({ patient: patientSchema }).transform(({ patient }) => patient)
/** Without a name, the patient is unchanged. */
export const PatientChange = z
  .object({
    patientId: FormIdSchema,
    patient: z
      .union(
        [patientNameSchema, z.looseObject({ patient: createOptionalUpdateSchema(patientNameSchema) })],
        fieldErrors.patient,
      )
      .superRefine(rejectUnknownFields),
  })
  .transform(({ patientId, patient }) => ({
    id: patientId,
    name: typeof patient === 'string' ? patient : patient.patient,
    hasMore: hasPrescriptionFields(patient),
  }))
