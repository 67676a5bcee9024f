import { type ActionFunctionArgs, data } from '@remix-run/node'
import { guardForm } from '../http/forms.server.ts'
import { parseId } from '../http/ids.ts'
import { readForm } from '../http/read-form.server.ts'
import { flashMessage, refusalInit, refusalOf, refusalPage, seeOther } from '../http/responses.server.ts'
import { visitorOf } from '../http/visitor.server.ts'
import { laboratoryTexts as texts } from '../texts/checkout.ts'
import { fields } from '../texts/fields.ts'

/** 'Quero o desconto': takes consent and CPF together; the CPF is never sent back to the page. */
export async function laboratoryAction(args: ActionFunctionArgs) {
  const { context, request } = args
  const {
    catalogue,
    bags: { laboratory },
  } = context.shop
  const { bag, branch, customer } = await visitorOf(args)
  const form = await readForm(request)
  if (form.get('intent') === 'withdraw') {
    if (bag.laboratoryId) await laboratory.withdraw(bag.laboratoryId)
    const rest = { ...bag, laboratoryId: undefined }
    return seeOther(context, '/checkout/sacola', { bag: rest, flash: flashMessage('ok', texts.withdrawn) })
  }
  if (!['on', 'true', '1'].includes(String(form.get('consent'))))
    return data({ field: 'consent', message: fields.consent }, 422)
  try {
    await guardForm(args, form)
    const cpf = String(form.get('cpf') ?? '')
    const productId = parseId(form.get('id'))
    const wish = { branchId: branch.id, productId, cpf, customerId: customer?.id, replaces: bag.laboratoryId }
    const laboratoryId = await laboratory.optIn(wish)
    const changed = { ...bag, laboratoryId }
    const product = (await catalogue.findProducts(branch.id, [productId])).get(productId)
    const isInBag = bag.lines.some((line) => line.productId === productId)
    return isInBag || !product
      ? await seeOther(context, '/checkout/sacola', { bag: changed, flash: flashMessage('ok', texts.done) })
      : await seeOther(context, `/produto/${product.slug}`, {
          bag: changed,
          flash: flashMessage('ok', texts.doneBefore),
        })
  } catch (error) {
    const refusal = refusalOf(context, error)
    if (refusal.status === 404) return refusalPage(error)
    return data({ field: refusal.field ?? 'cpf', message: refusal.message }, refusalInit(refusal))
  }
}
