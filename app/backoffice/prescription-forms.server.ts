import { z } from 'zod'
import { parseId } from '../http/ids.ts'
import { prescriptionTexts as texts } from '../texts/backoffice/prescriptions.ts'
import { prescriptionRepeatTexts, prescriptionUseTexts } from '../texts/prescription-use.ts'
import { rawText, type StaffRequest, staffForm } from './staff-pages.server.tsx'

/** How often parts serve again, as the verb reads it. */
const repeatsSchema = z.array(z.object({ partId: z.coerce.number(), times: rawText, until: rawText })).default([])

const repeatsField = {
  name: 'repetir',
  read: (form: FormData): [string, FormDataEntryValue][] =>
    form.getAll('repetir').flatMap((partId, index): [string, FormDataEntryValue][] => [
      [`[${index}].partId`, partId],
      [`[${index}].times`, form.get(`vezes-${partId}`) ?? ''],
      [`[${index}].until`, form.get(`ate-${partId}`) ?? ''],
    ]),
}

/** What an approval says, as the verb reads it. */
const approvalSchema = z
  .object({
    seenUses: z.string().nullish(),
    justification: rawText,
    facts: z
      .array(
        z.object({
          partId: z.coerce.number(),
          age: rawText,
          sex: rawText,
          prescriber: rawText,
          registration: rawText,
          isProlonged: rawText,
          sncr: rawText,
        }),
      )
      .default([]),
    repeats: repeatsSchema,
  })
  .transform(({ seenUses, facts, ...approval }) => ({
    ...approval,
    seenUses: seenUses?.split(',').map(Number) ?? null,
    facts: facts.map(({ isProlonged, ...otherFacts }) => ({ ...otherFacts, isProlonged: isProlonged !== '' })),
  }))

const factFieldNames = {
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
          ...Object.entries(factFieldNames).map(([input, name]): [string, FormDataEntryValue] => [
            `[${index}].${input}`,
            form.get(`${name}-${partId}`) ?? '',
          ]),
        ]),
  },
}

/** The prescription that waits next is shown after a decision. */
async function findNextPage({ shop, actor, params, root }: StaffRequest) {
  const id = parseId(params.id)
  const { nextId } = await shop.backoffice.prescriptions.getPrescription(actor, id)
  return { id, nextPath: nextId === null ? `${root}/receitas` : `${root}/receitas/${nextId}` }
}

/** 'Aprovar'. */
export const approveForm = staffForm({
  intent: 'aprovar',
  buttonName: 'decisao',
  schema: () => approvalSchema,
  fields: approvalFields,
  async run(request, approval) {
    const { id, nextPath } = await findNextPage(request)
    await request.shop.backoffice.prescriptions.approve(request.actor, id, approval)
    return nextPath
  },
  respond: (_, nextPath) => ({ to: nextPath, flash: texts.approvedMessage }),
})

/** 'Rejeitar': one of the usual reasons, another, or both. */
export const rejectForm = staffForm({
  intent: 'rejeitar',
  buttonName: 'decisao',
  schema: () => z.object({ reason: rawText, note: rawText }),
  fields: { reason: 'motivo', note: 'frase' },
  async run(request, { reason, note }) {
    const { id, nextPath } = await findNextPage(request)
    const explanation = [reason, note.trim()].filter(Boolean).join('. ')
    await request.shop.backoffice.prescriptions.reject(request.actor, id, explanation)
    return nextPath
  },
  respond: (_, nextPath) => ({ to: nextPath, flash: texts.rejectedMessage }),
})

/** 'Salvar dados'. */
export const completeRecordForm = staffForm({
  intent: 'completar',
  buttonName: 'decisao',
  schema: () => approvalSchema,
  fields: approvalFields,
  run: ({ shop, actor, params }, { facts }) =>
    shop.backoffice.prescriptions.completeFacts(actor, parseId(params.id), facts),
  respond: ({ url }) => ({ to: url.pathname, flash: prescriptionUseTexts.recordSavedMessage }),
})

/** 'Salvar vezes'. */
export const setRepeatsForm = staffForm({
  intent: 'repetir',
  buttonName: 'decisao',
  schema: () => z.object({ repeats: repeatsSchema }),
  fields: { repeats: repeatsField },
  run: ({ shop, actor, params }, { repeats }) =>
    shop.backoffice.prescriptions.setRepeats(actor, parseId(params.id), repeats),
  respond: ({ url }) => ({ to: url.pathname, flash: prescriptionRepeatTexts.savedMessage }),
})
