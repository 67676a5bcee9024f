import { z } from 'zod'
import { parseId } from '../http/ids.ts'
import { backofficePrescriptionTexts as texts } from '../texts/backoffice/prescriptions.ts'
import { prescriptionRepeatTexts, prescriptionUseTexts } from '../texts/prescription-use.ts'
import { defineStaffForm, rawTextSchema, type StaffRequest } from './staff-pages.server.tsx'

/** How often parts may be used again, as the service reads it. */
const repeatsSchema = z
  .array(z.object({ partId: z.coerce.number(), times: rawTextSchema, until: rawTextSchema }))
  .default([])

const repeatsField = {
  name: 'repetir',
  read: (form: FormData): [string, FormDataEntryValue][] =>
    form.getAll('repetir').flatMap((partId, index): [string, FormDataEntryValue][] => [
      [`[${index}].partId`, partId],
      [`[${index}].times`, form.get(`vezes-${partId}`) ?? ''],
      [`[${index}].until`, form.get(`ate-${partId}`) ?? ''],
    ]),
}

/** An approval, as the service reads it. */
const approvalSchema = z
  .object({
    seenUses: z.string().nullish(),
    justification: rawTextSchema,
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
    repeats: repeatsSchema,
  })
  .transform(({ seenUses, facts, ...approval }) => ({
    ...approval,
    seenUses: seenUses?.split(',').map(Number) ?? null,
    facts: facts.map(({ isProlonged, ...textFacts }) => ({ ...textFacts, isProlonged: isProlonged !== '' })),
  }))

const fieldNameByFact = {
  age: 'idade',
  sex: 'sexo',
  prescriber: 'prescritor',
  registration: 'registro',
  isProlonged: 'prolongado',
  sncr: 'sncr',
} as const

const approvalFields = {
  repeats: repeatsField,
  seenUses: 'usos',
  justification: 'justificativa',
  facts: {
    name: 'fatos',
    read: (form: FormData): [string, FormDataEntryValue][] =>
      form
        .getAll('receita')
        .flatMap((partId, index) => [
          [`[${index}].partId`, partId] as [string, FormDataEntryValue],
          ...Object.entries(fieldNameByFact).map(([inputName, fieldName]): [string, FormDataEntryValue] => [
            `[${index}].${inputName}`,
            form.get(`${fieldName}-${partId}`) ?? '',
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
  buttonName: 'decisao',
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
  buttonName: 'decisao',
  schema: () => z.object({ reason: rawTextSchema, note: rawTextSchema }),
  fields: { reason: 'motivo', note: 'frase' },
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
  buttonName: 'decisao',
  schema: () => approvalSchema,
  fields: approvalFields,
  run: ({ shop, actor, params }, { facts }) =>
    shop.backoffice.prescriptions.completeDispensingFacts(actor, parseId(params.id), facts),
  respond: ({ url }) => ({ to: url.pathname, flash: prescriptionUseTexts.recordSavedMessage }),
})

/** 'Salvar vezes'. */
export const setRepeatsForm = defineStaffForm({
  intent: 'repetir',
  buttonName: 'decisao',
  schema: () => z.object({ repeats: repeatsSchema }),
  fields: { repeats: repeatsField },
  run: ({ shop, actor, params }, { repeats }) =>
    shop.backoffice.prescriptions.setRepeats(actor, parseId(params.id), repeats),
  respond: ({ url }) => ({ to: url.pathname, flash: prescriptionRepeatTexts.savedMessage }),
})
