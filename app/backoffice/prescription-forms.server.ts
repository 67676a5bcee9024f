import { createRowReader } from '../http/define-form.server.ts'
import { backofficePrescriptionTexts as texts } from '../texts/backoffice/prescriptions.ts'
import { pictureRequestTexts } from '../texts/picture-requests.ts'
import { prescriptionRepeatTexts, prescriptionUseTexts } from '../texts/prescription-use.ts'
import { toFieldName } from '../ui/field/field-props.ts'
import { defineStaffForm, type StaffRequest } from './staff-pages.server.tsx'

const repeatsField = {
  name: 'repeats',
  read: createRowReader('repeats', 'partId', { times: 'times', until: 'until' }),
}

const factInputs = ['age', 'sex', 'prescriber', 'registration', 'isProlonged', 'sncr']

const approvalFields = {
  repeats: repeatsField,
  units: {
    name: 'units',
    read: createRowReader('product', 'productId', { units: 'units' }),
    nameOf: (path: string) => path.replace(/^\./, 'units-'),
  },
  issueDates: {
    name: 'issue_date',
    read: createRowReader('issued_part', 'partId', { day: 'issue_date' }),
    nameOf: (path: string) => path.replace(/^\./, 'issue_date-'),
  },
  facts: {
    name: 'facts',
    nameOf(path: string) {
      const [, partId, inputName = ''] = /^\.(\d+)\.(\w+)$/.exec(path) ?? []
      return factInputs.includes(inputName) ? `${toFieldName(inputName)}-${partId}` : undefined
    },
    read: createRowReader(
      'record_part',
      'partId',
      Object.fromEntries(factInputs.map((input) => [input, toFieldName(input)])),
    ),
  },
}

/** To the next one that waits: it is shown after a decision. */
async function loadNextPath({ id, backoffice, rootPath }: StaffRequest) {
  const { nextId } = await backoffice.prescriptions.getPrescription(id)
  return nextId === null ? `${rootPath}/receitas` : `${rootPath}/receitas/${nextId}`
}

/** 'Aprovar'. */
export const approvePrescriptionForm = defineStaffForm({
  intent: 'aprovar',
  buttonName: 'decision',
  schema: ({ backoffice }) => backoffice.forms.PrescriptionApproval,
  fields: approvalFields,
  async run(request, approval) {
    const nextPath = await loadNextPath(request)
    await request.backoffice.prescriptions.approvePrescription(request.id, approval, request.seenHash)
    return nextPath
  },
  respond: (_, nextPath) => ({ to: nextPath, flash: texts.approvedMessage }),
})

/** 'Rejeitar': one of the usual reasons, another, or both. */
export const rejectPrescriptionForm = defineStaffForm({
  intent: 'rejeitar',
  buttonName: 'decision',
  schema: ({ backoffice }) => backoffice.forms.Rejection,
  async run(request, rejectionReason) {
    const nextPath = await loadNextPath(request)
    await request.backoffice.prescriptions.rejectPrescription(request.id, rejectionReason, request.seenHash)
    return nextPath
  },
  respond: (_, nextPath) => ({ to: nextPath, flash: texts.rejectedMessage }),
})

/** 'Pedir outra': another picture of a part, with the reason that the customer reads. */
export const requestPictureForm = defineStaffForm({
  intent: 'pedir-foto',
  buttonName: 'decision',
  schema: ({ backoffice }) => backoffice.forms.PictureRequest,
  async run(request, pictureRequest) {
    const nextPath = await loadNextPath(request)
    await request.backoffice.prescriptions.requestPicture(request.id, pictureRequest, request.seenHash)
    return nextPath
  },
  respond: (_, nextPath) => ({ to: nextPath, flash: pictureRequestTexts.requestSentMessage }),
})

/** 'Salvar dados'. */
export const completeDispensingRecordForm = defineStaffForm({
  intent: 'completar',
  buttonName: 'decision',
  schema: ({ backoffice }) => backoffice.forms.PrescriptionApproval,
  fields: approvalFields,
  run: ({ id, backoffice, seenHash }, { facts }) =>
    backoffice.prescriptions.completeDispensingFacts(id, facts, seenHash),
  respond: () => ({ flash: prescriptionUseTexts.recordSavedMessage }),
})

/** 'Salvar vezes'. */
export const setRepeatsForm = defineStaffForm({
  intent: 'repetir',
  buttonName: 'decision',
  schema: ({ backoffice }) => backoffice.forms.Repeats,
  fields: { repeats: repeatsField },
  run: ({ id, backoffice, seenHash }, { repeats }) => backoffice.prescriptions.setRepeats(id, repeats, seenHash),
  respond: () => ({ flash: prescriptionRepeatTexts.savedMessage }),
})
