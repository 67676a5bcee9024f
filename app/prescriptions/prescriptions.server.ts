import { type ActionFunctionArgs, type AppLoadContext, data } from '@remix-run/node'
import { addFieldErrors, submitForm } from '../http/forms.server.ts'
import { parseId } from '../http/ids.ts'
import { flashMessage, seeOther } from '../http/responses.server.ts'
import type { SignedInVisitor } from '../http/visitor.server.ts'
import { prescriptionTexts as texts } from '../texts/checkout.ts'
import { refusals } from '../texts/refusals.ts'
import { readDay } from '../texts/typed-day.ts'

const page = '/checkout/receita-medica'

/** Data of the prescription step: the products that need one, what was sent, and whether that is enough. */
export async function prescriptionStep(args: ActionFunctionArgs, { bag, branch, customer }: SignedInVisitor) {
  const { bags, prescriptions } = args.context.shop
  const [{ lines }, sent, patients] = await Promise.all([
    bags.review(bag, branch.id),
    prescriptions.findOpen(customer.id),
    prescriptions.listPatients(customer.id),
  ])
  const needed = lines.filter(({ product }) => product.requiresPrescription)
  return { needed, sent, patients, uncovered: prescriptions.uncoveredLines(lines, sent) }
}

/** 'Enviar receita': one prescription, added to those that no order uses yet. */
export async function prescriptionAction(args: ActionFunctionArgs, visitor: SignedInVisitor, form: FormData) {
  const { prescriptions } = args.context.shop
  const open = await prescriptions.findOpen(visitor.customer.id)
  const outcome = await submitForm(
    args,
    prescriptions.forms.NewPrescription,
    form,
    (prescription) => prescriptions.send(visitor.customer.id, [prescription], open?.id),
    ['code'],
  )
  if ('refusal' in outcome) {
    await addFieldErrors(args, form, outcome.refusal, {
      issued_at: () => prescriptions.assertDayOfIssue(dayOf(form)),
      file: () => refuseFile(prescriptions, form.get('file')),
    })
    return outcome.refusal
  }
  const { uncovered } = await prescriptionStep(args, visitor)
  const next = uncovered.length > 0 ? page : '/checkout/sacola?etapa=resumo'
  return seeOther(args.context, next, { flash: flashMessage('ok', texts.sent) })
}

/** The day of a prescription, as the law on its products limits it. */
function dayOf(form: FormData) {
  return {
    issuedAt: readDay(String(form.get('issued_at'))),
    productIds: form.getAll('products').map(parseId),
    confirmedDay: String(form.get('confirmed_day') ?? ''),
  }
}

async function refuseFile(
  { refuseFile }: AppLoadContext['shop']['prescriptions'],
  file: FormDataEntryValue | null,
): Promise<void> {
  if (file instanceof File && file.size > 0) await refuseFile(new Uint8Array(await file.arrayBuffer()))
}

/** A body that is not a form, or was cut off. */
export function unreadableForm() {
  return data({ result: { status: 'error' as const, error: { file: [refusals['file.damaged']()] } } }, 422)
}
