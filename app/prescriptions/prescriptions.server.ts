import type { AppLoadContext, LoaderFunctionArgs } from '@remix-run/node'
import { data } from '@remix-run/node'
import { requirePrescriptionCheckoutVisitor } from '../http/access.server.ts'
import { createCustomerAction, defineCustomerForm } from '../http/handle-forms.server.ts'
import { parseId } from '../http/ids.ts'
import { createFlashMessage } from '../http/responses.server.ts'
import type { SignedInVisitor } from '../http/visitor.server.ts'
import { prescriptionTexts as texts } from '../texts/checkout.ts'
import { normalizeDay } from '../texts/normalize-day.ts'
import { refusals } from '../texts/refusals.ts'

const prescriptionPath = '/checkout/receita-medica'

function productIdsOf({ lines }: SignedInVisitor['bag']): number[] {
  return lines.map(({ productId }) => productId)
}

/** Data of the prescription step: the lines that need one, the prescription that no order uses yet, and the lines it does not cover. */
export async function loadPrescriptionStep(args: LoaderFunctionArgs, { bag, branch, customer }: SignedInVisitor) {
  const { bags, prescriptions } = args.context.shop
  const [{ lines }, openPrescription, patients, reusablePrescriptions] = await Promise.all([
    bags.reviewBag(bag, branch.id),
    prescriptions.findOpenPrescription(customer.id, productIdsOf(bag)),
    prescriptions.listPatients(customer.id),
    prescriptions.listRepeatableParts(customer.id),
  ])
  const prescriptionLines = lines.filter(({ product }) => product.requiresPrescription)
  const uncoveredLines = prescriptions.listUncoveredLines(lines, openPrescription)
  const isUncovered = ({ id }: { id: number }) => uncoveredLines.some(({ product }) => product.id === id)
  const needsAgeAndSex = await prescriptions.hasRetainedProduct(uncoveredLines.map(({ product }) => product.id))
  return {
    prescriptionLines,
    openPrescription,
    patients,
    uncoveredLines,
    needsAgeAndSex,
    reusablePrescriptions: reusablePrescriptions.filter((prescription) => prescription.products.some(isUncovered)),
  }
}

/** 'Enviar receita': one prescription, added to those that no order uses yet. */
const sendPrescriptionForm = defineCustomerForm({
  intent: 'send',
  schema: ({ prescriptions }) => prescriptions.forms.PrescriptionForm,
  fields: { patient: 'pacient', file: 'file' },
  isResumable: true,
  // What a digital prescription is found by is no secret of its sender's.
  nonSecretFieldNames: ['code'],
  extraChecks: ({ shop: { prescriptions }, formData }) => ({
    issuedAt: () => prescriptions.assertIssueDate(readIssueDayInput(formData)),
    file: () => assertReadableUpload(prescriptions, formData.get('file')),
  }),
  async run({ args, shop: { prescriptions } }, prescription) {
    const visitor = await requirePrescriptionCheckoutVisitor(args)
    const openPrescription = await prescriptions.findOpenPrescription(visitor.customer.id, productIdsOf(visitor.bag))
    await prescriptions.submitPrescriptions(visitor.customer.id, [prescription], openPrescription?.id)
    return loadPrescriptionStep(args, visitor)
  },
  respond: (_, { uncoveredLines }) => redirectAfterSending(uncoveredLines.length, texts.sentMessage),
})

/** 'Usar esta receita': one that the pharmacist lets serve again. */
const reusePrescriptionForm = defineCustomerForm({
  intent: 'repeat',
  async run({ args, shop: { prescriptions }, formData }) {
    const visitor = await requirePrescriptionCheckoutVisitor(args)
    const openPrescription = await prescriptions.findOpenPrescription(visitor.customer.id, productIdsOf(visitor.bag))
    await prescriptions.reusePart(visitor.customer.id, parseId(formData.get('part')), openPrescription?.id)
    return loadPrescriptionStep(args, visitor)
  },
  respond: (_, { uncoveredLines }) => redirectAfterSending(uncoveredLines.length, texts.reusedMessage),
})

/** Continues without the products that need one. */
const continueWithoutPrescriptionForm = defineCustomerForm({
  intent: 'without',
  async run({ args, shop: { bags } }) {
    const visitor = await requirePrescriptionCheckoutVisitor(args)
    const { prescriptionLines } = await loadPrescriptionStep(args, visitor)
    const remainingBag = prescriptionLines.reduce(
      (bag, { product }) => bags.removeProduct(bag, product.id),
      visitor.bag,
    )
    return { remainingBag, removedCount: prescriptionLines.length }
  },
  respond: (_, { remainingBag, removedCount }) => ({
    to: '/checkout/sacola',
    bag: remainingBag,
    flash: createFlashMessage('ok', texts.removedMessage(removedCount)),
  }),
})

export const prescriptionAction = createCustomerAction(
  continueWithoutPrescriptionForm,
  reusePrescriptionForm,
  sendPrescriptionForm,
)

function redirectAfterSending(uncoveredCount: number, message: string) {
  return {
    to: uncoveredCount > 0 ? prescriptionPath : '/checkout/sacola?etapa=resumo',
    flash: createFlashMessage('ok', message),
  }
}

/** The day of a prescription, as the law on its products limits it. */
function readIssueDayInput(form: FormData) {
  return {
    issuedAt: normalizeDay(String(form.get('issued_at'))),
    productIds: form.getAll('products').map(parseId),
    confirmedDay: String(form.get('confirmed_day') ?? ''),
  }
}

async function assertReadableUpload(
  { assertReadableFile }: AppLoadContext['shop']['prescriptions'],
  file: FormDataEntryValue | null,
): Promise<void> {
  if (file instanceof File && file.size > 0) await assertReadableFile(new Uint8Array(await file.arrayBuffer()))
}

/** A body that is not a form, or was cut off. */
export function buildUnreadableFormResponse() {
  const result = { status: 'error' as const, error: { file: [refusals['file.damaged']()] } }
  return data({ intent: 'send', result }, 422)
}
