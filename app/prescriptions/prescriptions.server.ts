import type { AppLoadContext, LoaderFunctionArgs } from '@remix-run/node'
import { data } from '@remix-run/node'
import { requirePrescriptionBag } from '../http/access.server.ts'
import { buttonAlone } from '../http/define-form.server.ts'
import { customerForm, customerForms } from '../http/handle-forms.server.ts'
import { parseId } from '../http/ids.ts'
import { flashMessage } from '../http/responses.server.ts'
import type { SignedInVisitor } from '../http/visitor.server.ts'
import { prescriptionTexts as texts } from '../texts/checkout.ts'
import { refusals } from '../texts/refusals.ts'
import { readDay } from '../texts/typed-day.ts'

const page = '/checkout/receita-medica'

function productsOf({ lines }: SignedInVisitor['bag']): number[] {
  return lines.map(({ productId }) => productId)
}

/** Data of the prescription step: the products that need one, what was sent, and whether that is enough. */
export async function prescriptionStep(args: LoaderFunctionArgs, { bag, branch, customer }: SignedInVisitor) {
  const { bags, prescriptions } = args.context.shop
  const [{ lines }, sent, patients, repeatable] = await Promise.all([
    bags.review(bag, branch.id),
    prescriptions.findOpen(customer.id, productsOf(bag)),
    prescriptions.listPatients(customer.id),
    prescriptions.listRepeatable(customer.id),
  ])
  const needed = lines.filter(({ product }) => product.requiresPrescription)
  const uncovered = prescriptions.uncoveredLines(lines, sent)
  const isMissing = ({ id }: { id: number }) => uncovered.some(({ product }) => product.id === id)
  const asksPatient = await prescriptions.hasRetained(uncovered.map(({ product }) => product.id))
  return {
    needed,
    sent,
    patients,
    uncovered,
    asksPatient,
    repeatable: repeatable.filter((each) => each.products.some(isMissing)),
  }
}

/** 'Enviar receita': one prescription, added to those that no order uses yet. */
const send = customerForm({
  intent: 'send',
  schema: ({ prescriptions }) => prescriptions.forms.NewPrescription,
  fields: {
    patient: 'pacient',
    type: 'type',
    issuers: 'issuers',
    code: 'code',
    age: 'age',
    sex: 'sex',
    issuedAt: 'issued_at',
    confirmedDay: 'confirmed_day',
    products: 'products',
    file: 'file',
  },
  isKept: true,
  // What a digital prescription is found by is no secret of its sender's.
  plain: ['code'],
  judge: ({ shop: { prescriptions }, form }) => ({
    issuedAt: () => prescriptions.assertDayOfIssue(dayOf(form)),
    file: () => assertFile(prescriptions, form.get('file')),
  }),
  async run({ args, shop: { prescriptions } }, prescription) {
    const visitor = await requirePrescriptionBag(args)
    const open = await prescriptions.findOpen(visitor.customer.id, productsOf(visitor.bag))
    await prescriptions.send(visitor.customer.id, [prescription], open?.id)
    return prescriptionStep(args, visitor)
  },
  next: (_, { uncovered }) => afterSending(uncovered.length, texts.sent),
})

/** 'Usar esta receita': one that the pharmacist lets serve again. */
const repeat = customerForm({
  ...buttonAlone,
  intent: 'repeat',
  async run({ args, shop: { prescriptions }, form }) {
    const visitor = await requirePrescriptionBag(args)
    const open = await prescriptions.findOpen(visitor.customer.id, productsOf(visitor.bag))
    await prescriptions.repeat(visitor.customer.id, parseId(form.get('part')), open?.id)
    return prescriptionStep(args, visitor)
  },
  next: (_, { uncovered }) => afterSending(uncovered.length, texts.repeated),
})

/** Continues without the products that need one. */
const goWithout = customerForm({
  ...buttonAlone,
  intent: 'without',
  async run({ args, shop: { bags } }) {
    const visitor = await requirePrescriptionBag(args)
    const { needed } = await prescriptionStep(args, visitor)
    const rest = needed.reduce((left, { product }) => bags.remove(left, product.id), visitor.bag)
    return { rest, count: needed.length }
  },
  next: (_, { rest, count }) => ({
    to: '/checkout/sacola',
    bag: rest,
    flash: flashMessage('ok', texts.removed(count)),
  }),
})

export const prescriptionAction = customerForms(goWithout, repeat, send)

function afterSending(uncovered: number, sentence: string) {
  return { to: uncovered > 0 ? page : '/checkout/sacola?etapa=resumo', flash: flashMessage('ok', sentence) }
}

/** The day of a prescription, as the law on its products limits it. */
function dayOf(form: FormData) {
  return {
    issuedAt: readDay(String(form.get('issued_at'))),
    productIds: form.getAll('products').map(parseId),
    confirmedDay: String(form.get('confirmed_day') ?? ''),
  }
}

async function assertFile(
  { refuseFile }: AppLoadContext['shop']['prescriptions'],
  file: FormDataEntryValue | null,
): Promise<void> {
  if (file instanceof File && file.size > 0) await refuseFile(new Uint8Array(await file.arrayBuffer()))
}

/** A body that is not a form, or was cut off. */
export function unreadableForm() {
  const result = { status: 'error' as const, error: { file: [refusals['file.damaged']()] } }
  return data({ form: 'send', result }, 422)
}
