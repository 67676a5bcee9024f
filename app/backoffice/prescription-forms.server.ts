import { z } from 'zod'
import { parseId } from '../http/ids.ts'
import { prescriptionTexts as texts } from '../texts/backoffice/prescriptions.ts'
import { repeatTexts, useTexts } from '../texts/prescription-use.ts'
import { rawText, type StaffRequest, staffForm } from './staff-pages.server.tsx'

/** How often parts serve again, as the verb reads it. */
const repeatsInput = z.array(z.object({ partId: z.coerce.number(), times: rawText, until: rawText })).default([])

const repeatsField = {
  name: 'repetir',
  read: (form: FormData): [string, FormDataEntryValue][] =>
    form.getAll('repetir').flatMap((part, at): [string, FormDataEntryValue][] => [
      [`[${at}].partId`, part],
      [`[${at}].times`, form.get(`vezes-${part}`) ?? ''],
      [`[${at}].until`, form.get(`ate-${part}`) ?? ''],
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
    repeats: repeatsInput,
  })
  .transform(({ seenUses, facts, ...approval }) => ({
    ...approval,
    seenUses: seenUses?.split(',').map(Number) ?? null,
    facts: facts.map(({ isProlonged, ...each }) => ({ ...each, isProlonged: isProlonged !== '' })),
  }))

const factFields = {
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
        .flatMap((part, at) => [
          [`[${at}].partId`, part] as [string, FormDataEntryValue],
          ...Object.entries(factFields).map(([input, name]): [string, FormDataEntryValue] => [
            `[${at}].${input}`,
            form.get(`${name}-${part}`) ?? '',
          ]),
        ]),
  },
}

/** The prescription that waits next is shown after a decision. */
async function afterDecision({ shop, actor, params, root }: StaffRequest) {
  const id = parseId(params.id)
  const { nextId } = await shop.backoffice.prescriptions.findPrescription(actor, id)
  return { id, to: nextId === null ? `${root}/receitas` : `${root}/receitas/${nextId}` }
}

/** 'Aprovar'. */
export const approve = staffForm({
  intent: 'aprovar',
  button: 'decisao',
  schema: () => approvalSchema,
  fields: approvalFields,
  async run(request, approval) {
    const { id, to } = await afterDecision(request)
    await request.shop.backoffice.prescriptions.approve(request.actor, id, approval)
    return to
  },
  next: (_, to) => ({ to, flash: texts.approvedReply }),
})

/** 'Rejeitar': one of the usual reasons, another, or both. */
export const reject = staffForm({
  intent: 'rejeitar',
  button: 'decisao',
  schema: () => z.object({ reason: rawText, note: rawText }),
  fields: { reason: 'motivo', note: 'frase' },
  async run(request, { reason, note }) {
    const { id, to } = await afterDecision(request)
    const explanation = [reason, note.trim()].filter(Boolean).join('. ')
    await request.shop.backoffice.prescriptions.reject(request.actor, id, explanation)
    return to
  },
  next: (_, to) => ({ to, flash: texts.rejectedReply }),
})

/** 'Salvar dados'. */
export const completeRecord = staffForm({
  intent: 'completar',
  button: 'decisao',
  schema: () => approvalSchema,
  fields: approvalFields,
  run: ({ shop, actor, params }, { facts }) =>
    shop.backoffice.prescriptions.completeFacts(actor, parseId(params.id), facts),
  next: ({ url }) => ({ to: url.pathname, flash: useTexts.recordSavedReply }),
})

/** 'Salvar vezes'. */
export const setRepeats = staffForm({
  intent: 'repetir',
  button: 'decisao',
  schema: () => z.object({ repeats: repeatsInput }),
  fields: { repeats: repeatsField },
  run: ({ shop, actor, params }, { repeats }) =>
    shop.backoffice.prescriptions.setRepeats(actor, parseId(params.id), repeats),
  next: ({ url }) => ({ to: url.pathname, flash: repeatTexts.savedReply }),
})
