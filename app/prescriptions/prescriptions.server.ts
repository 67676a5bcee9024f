import type { SubmissionResult } from '@conform-to/react'
import { type ActionFunctionArgs, data } from '@remix-run/node'
import { z } from 'zod'
import { submitForm } from '../http/forms.server.ts'
import { idFrom } from '../http/ids.ts'
import { flashMessage, refusalOf, seeOther } from '../http/responses.server.ts'
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
    const { data: reply, init } = outcome.refusal
    if (init?.status === 422) await addFaults(args, form, reply.result)
    return outcome.refusal
  }
  const { uncovered } = await prescriptionStep(args, visitor)
  const next = uncovered.length > 0 ? page : '/checkout/sacola?etapa=resumo'
  return seeOther(args.context, next, { flash: flashMessage('ok', texts.sent) })
}

/** Day and file are refused in the same round as other fields: who corrects these should not be sent back again. */
async function addFaults({ context }: ActionFunctionArgs, form: FormData, { error }: SubmissionResult): Promise<void> {
  if (!error) return
  const { refuseDay, refuseFile } = context.shop.prescriptions
  const told = (field: 'issued_at' | 'file') => (fault: unknown) => {
    error[field] = [refusalOf(context, fault).message]
  }
  const issuedAt = readDay(String(form.get('issued_at')))
  if (!error.issued_at && z.iso.date().safeParse(issuedAt).success) {
    const productIds = form.getAll('products').map(idFrom)
    const confirmedDay = String(form.get('confirmed_day') ?? '')
    await refuseDay({ issuedAt, productIds, confirmedDay }).catch(told('issued_at'))
  }
  const file = form.get('file')
  if (!error.file && file instanceof File && file.size > 0) {
    await refuseFile(new Uint8Array(await file.arrayBuffer())).catch(told('file'))
  }
}

/** A body that is not a form, or was cut off. */
export function unreadableForm() {
  return data({ result: { status: 'error' as const, error: { file: [refusals['file.damaged']({})] } } }, 422)
}
