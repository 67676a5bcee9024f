import { z } from 'zod'
import { parseId } from '../http/ids.ts'
import { backofficePrescriptionTexts as texts } from '../texts/backoffice/prescriptions.ts'
import { normalizeDay } from '../texts/normalize-day.ts'
import { prescriptionRepeatTexts, prescriptionUseTexts } from '../texts/prescription-use.ts'
import { toFieldName } from '../ui/field/field-props.ts'
import { defineStaffForm, rawTextSchema, type StaffRequest } from './staff-pages.server.tsx'

/** How often parts may be used again, as the service reads it. */
const repeatsSchema = z
  .array(z.object({ partId: z.coerce.number(), times: rawTextSchema, until: rawTextSchema }))
  .default([])

const repeatsField = {
  name: 'repeats',
  read: (form: FormData): [string, FormDataEntryValue][] =>
    form.getAll('repeats').flatMap((partId, index): [string, FormDataEntryValue][] => [
      [`[${index}].partId`, partId],
      [`[${index}].times`, form.get(`times-${partId}`) ?? ''],
      [`[${index}].until`, form.get(`until-${partId}`) ?? ''],
    ]),
}

/** An approval, as the service reads it. */
const approvalSchema = z
  .object({
    seenUses: z.string().nullish(),
    justification: rawTextSchema,
    notDispensedElsewhere: rawTextSchema,
    facts: z
      .array(
        z.object({
          partId: z.coerce.number(),
          age: rawTextSchema,
          sex: rawTextSchema,
          prescriber: rawTextSchema,
          registration: rawTextSchema,
          isProlonged: rawTextSchema,
          sncr: rawTextSchema,
        }),
      )
      .default([]),
    units: z.array(z.object({ productId: z.coerce.number(), units: rawTextSchema })).default([]),
    issueDates: z.array(z.object({ partId: z.coerce.number(), day: rawTextSchema })).default([]),
    repeats: repeatsSchema,
    seenHash: rawTextSchema,
  })
  .transform(({ seenUses, facts, notDispensedElsewhere, ...approval }) => ({
    ...approval,
    isNotDispensedElsewhere: notDispensedElsewhere !== '',
    seenUses: seenUses?.split(',').map(Number) ?? null,
    facts: facts.map(({ isProlonged, ...textFacts }) => ({ ...textFacts, isProlonged: isProlonged !== '' })),
  }))

const factInputs = ['age', 'sex', 'prescriber', 'registration', 'isProlonged', 'sncr']

const approvalFields = {
  repeats: repeatsField,
  units: {
    name: 'units',
    read: (form: FormData): [string, FormDataEntryValue][] =>
      form.getAll('product').flatMap((productId, index): [string, FormDataEntryValue][] => [
        [`[${index}].productId`, productId],
        [`[${index}].units`, form.get(`units-${productId}`) ?? ''],
      ]),
    nameOf: (path: string) => path.replace(/^\./, 'units-'),
  },
  issueDates: {
    name: 'issue_date',
    read: (form: FormData): [string, FormDataEntryValue][] =>
      form.getAll('issued_part').flatMap((partId, index): [string, FormDataEntryValue][] => [
        [`[${index}].partId`, partId],
        [`[${index}].day`, normalizeDay(String(form.get(`issue_date-${partId}`) ?? ''))],
      ]),
    nameOf: (path: string) => path.replace(/^\./, 'issue_date-'),
  },
  facts: {
    name: 'facts',
    nameOf(path: string) {
      const [, partId, inputName = ''] = /^\.(\d+)\.(\w+)$/.exec(path) ?? []
      return factInputs.includes(inputName) ? `${toFieldName(inputName)}-${partId}` : undefined
    },
    read: (form: FormData): [string, FormDataEntryValue][] =>
      form
        .getAll('record_part')
        .flatMap((partId, index) => [
          [`[${index}].partId`, partId] as [string, FormDataEntryValue],
          ...factInputs.map((input): [string, FormDataEntryValue] => [
            `[${index}].${input}`,
            form.get(`${toFieldName(input)}-${partId}`) ?? '',
          ]),
        ]),
  },
}

/** This prescription's id, and the path of the next one that waits: it is shown after a decision. */
async function loadPrescriptionIdAndNextPath({ shop, actor, params, rootPath }: StaffRequest) {
  const id = parseId(params.id)
  const { nextId } = await shop.backoffice.prescriptions.getPrescription(actor, id)
  return { id, nextPath: nextId === null ? `${rootPath}/receitas` : `${rootPath}/receitas/${nextId}` }
}

/** 'Aprovar'. */
export const approvePrescriptionForm = defineStaffForm({
  intent: 'aprovar',
  buttonName: 'decision',
  schema: () => approvalSchema,
  fields: approvalFields,
  async run(request, approval) {
    const { id, nextPath } = await loadPrescriptionIdAndNextPath(request)
    await request.shop.backoffice.prescriptions.approvePrescription(request.actor, id, approval)
    return nextPath
  },
  respond: (_, nextPath) => ({ to: nextPath, flash: texts.approvedMessage }),
})

/** 'Rejeitar': one of the usual reasons, another, or both. */
export const rejectPrescriptionForm = defineStaffForm({
  intent: 'rejeitar',
  buttonName: 'decision',
  schema: () => z.object({ reason: rawTextSchema, note: rawTextSchema }),
  async run(request, { reason, note }) {
    const { id, nextPath } = await loadPrescriptionIdAndNextPath(request)
    const rejectionReason = [reason, note.trim()].filter(Boolean).join('. ')
    await request.shop.backoffice.prescriptions.rejectPrescription(request.actor, id, rejectionReason)
    return nextPath
  },
  respond: (_, nextPath) => ({ to: nextPath, flash: texts.rejectedMessage }),
})

/** 'Salvar dados'. */
export const completeDispensingRecordForm = defineStaffForm({
  intent: 'completar',
  buttonName: 'decision',
  schema: () => approvalSchema,
  fields: approvalFields,
  run: ({ shop, actor, params }, { facts, seenHash }) =>
    shop.backoffice.prescriptions.completeDispensingFacts(actor, parseId(params.id), facts, seenHash),
  respond: ({ url }) => ({ to: url.pathname, flash: prescriptionUseTexts.recordSavedMessage }),
})

/** 'Salvar vezes'. */
export const setRepeatsForm = defineStaffForm({
  intent: 'repetir',
  buttonName: 'decision',
  schema: () => z.object({ repeats: repeatsSchema, seenHash: rawTextSchema }),
  fields: { repeats: repeatsField },
  run: ({ shop, actor, params }, { repeats, seenHash }) =>
    shop.backoffice.prescriptions.setRepeats(actor, parseId(params.id), repeats, seenHash),
  respond: ({ url }) => ({ to: url.pathname, flash: prescriptionRepeatTexts.savedMessage }),
})
