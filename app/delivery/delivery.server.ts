import { type ActionFunctionArgs, data } from '@remix-run/node'
import { requireCustomer } from '../http/access.server.ts'
import { type ChosenBranch, type CookieChanges, cookieHeaders } from '../http/cookies.server.ts'
import { parseId } from '../http/ids.ts'
import { readForm } from '../http/read-form.server.ts'
import { flashMessage, isRefusal, refusalInit, refusalOf, refusalPage, seeOther } from '../http/responses.server.ts'
import { safeRedirect } from '../http/safe-redirect.ts'
import { overrideVisitor, type Visitor, visitorOf } from '../http/visitor.server.ts'
import { addToBag, stockMessages } from '../shell/bag-forms.server.ts'
import { zipcodeTexts as texts } from '../texts/delivery.ts'
import { formatZipcode } from '../texts/format.ts'
import { formatEstimate } from '../texts/pages.ts'
import { refusals } from '../texts/refusals.ts'

/** What to do once the place is known: the page to return to, and perhaps a product to add. */
export function parsePendingAdd(fields: URLSearchParams | FormData) {
  const text = (name: string) => String(fields.get(name) ?? '')
  return { redirectTo: safeRedirect(fields.get('redirectTo')), id: text('id'), quantity: text('quantity') }
}

/**
 * Changes where to deliver: to a postal code ('Confirmar CEP'), or to one of the customer's addresses ('Entregar neste
 * endereço'). The bag is checked against the new branch's stock, and what it loses is reported.
 */
export async function setDeliveryLocation(args: ActionFunctionArgs) {
  const { context } = args
  const { shop } = context
  const form = await readForm(args.request)
  const pending = parsePendingAdd(form)
  try {
    const chosen = form.has('address_id') ? await ownPlace(args, form) : await typedPlace(args, form)
    const visitor = await visitorOf(args)
    const branch = await shop.delivery.findBranch(chosen.branchId)
    if (chosen.branchId === 0) {
      overrideVisitor(context, visitor, chosen, branch)
      const refusal = {
        message: refusals['zipcode.uncovered'](),
        typed: formatZipcode(chosen.zipcode),
        notify: true,
        ...pending,
      }
      return data({ refusal }, { status: 422, headers: cookieHeaders(shop, { branch: chosen }) })
    }
    const review = await shop.bags.review(visitor.bag, chosen.branchId)
    const added = pending.id ? await addPending(args, { ...visitor, bag: review.bag, chosen }, form, pending.id) : {}
    const zipcode = formatZipcode(chosen.zipcode)
    const confirmed = branch.isOpen
      ? texts.confirmed(zipcode, formatEstimate(branch.shippingEstimateMinutes))
      : texts.confirmedClosed(zipcode, branch.openTime)
    const lost = stockMessages(review)
    const flash = lost.length > 0 ? flashMessage('error', ...lost) : (added.flash ?? flashMessage('ok', confirmed))
    return await seeOther(context, pending.redirectTo, { branch: chosen, bag: added.bag ?? review.bag, flash })
  } catch (error) {
    const refusal = refusalOf(context, error)
    if (refusal.code === 'address.unknown') return refusalPage(error)
    return data(
      { refusal: { message: refusal.message, typed: String(form.get('zipcode') ?? ''), ...pending } },
      refusalInit(refusal),
    )
  }
}

/** Adds the pending product. If it is not available at the new place, a message says so and the place stays chosen. */
async function addPending(
  args: ActionFunctionArgs,
  visitor: Visitor,
  form: FormData,
  id: string,
): Promise<CookieChanges> {
  try {
    return await addToBag(args, visitor, form, parseId(id), '/')
  } catch (error) {
    if (!isRefusal(error)) throw error
    return { flash: flashMessage('error', error.message) }
  }
}

async function typedPlace({ context }: ActionFunctionArgs, form: FormData): Promise<ChosenBranch> {
  return { ...(await context.shop.delivery.resolveZipcode(String(form.get('zipcode') ?? ''))), addressId: null }
}

async function ownPlace(args: ActionFunctionArgs, form: FormData): Promise<ChosenBranch> {
  const { redirectTo, id: product, quantity } = parsePendingAdd(form)
  const pending = new URLSearchParams({ redirectTo, ...(product && { id: product, quantity }) })
  const { customer } = await requireCustomer(args, { page: `/cep?${pending}` })
  const { addresses, delivery } = args.context.shop
  const { id, zipcode } = await addresses.findAddress(customer.id, parseId(form.get('address_id')))
  return { branchId: await delivery.branchIdFor(zipcode), zipcode, addressId: id }
}
