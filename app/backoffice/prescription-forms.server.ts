import { z } from 'zod'
import { parseId } from '../http/ids.ts'
import { backofficePrescriptionTexts as texts } from '../texts/backoffice/prescriptions.ts'
import { normalizeDay } from '../texts/normalize-day.ts'
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
  seenHash: 'seen',
  seenUses: 'usos',
  justification: 'justificativa',
  notDispensedElsewhere: 'nao-dispensada',
  units: {
    name: 'unidades',
    read: (form: FormData): [string, FormDataEntryValue][] =>
      form.getAll('produto').flatMap((productId, index): [string, FormDataEntryValue][] => [
        [`[${index}].productId`, productId],
        [`[${index}].units`, form.get(`unidades-${productId}`) ?? ''],
      ]),
    nameOf: (path: string) => path.replace(/^\./, 'unidades-'),
  },
  issueDates: {
    name: 'emissao',
    read: (form: FormData): [string, FormDataEntryValue][] =>
      form.getAll('emitida').flatMap((partId, index): [string, FormDataEntryValue][] => [
        [`[${index}].partId`, partId],
        [`[${index}].day`, normalizeDay(String(form.get(`emissao-${partId}`) ?? ''))],
      ]),
    nameOf: (path: string) => path.replace(/^\./, 'emissao-'),
  },
  facts: {
    name: 'fatos',
    nameOf(path: string) {
      const [, partId, inputName = ''] = /^\.(\d+)\.(\w+)$/.exec(path) ?? []
      const fieldName = fieldNameByFact[inputName as keyof typeof fieldNameByFact]
      return fieldName && `${fieldName}-${partId}`
    },
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
  run: ({ shop, actor, params }, { facts, seenHash }) =>
    shop.backoffice.prescriptions.completeDispensingFacts(actor, parseId(params.id), facts, seenHash),
  respond: ({ url }) => ({ to: url.pathname, flash: prescriptionUseTexts.recordSavedMessage }),
})

/** 'Salvar vezes'. */
export const setRepeatsForm = defineStaffForm({
  intent: 'repetir',
  buttonName: 'decisao',
  schema: () => z.object({ repeats: repeatsSchema, seenHash: rawTextSchema }),
  fields: { repeats: repeatsField, seenHash: 'seen' },
  run: ({ shop, actor, params }, { repeats, seenHash }) =>
    shop.backoffice.prescriptions.setRepeats(actor, parseId(params.id), repeats, seenHash),
  respond: ({ url }) => ({ to: url.pathname, flash: prescriptionRepeatTexts.savedMessage }),
})
