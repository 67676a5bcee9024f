import { data } from '@remix-run/node'
import { z } from 'zod'
import type { ChosenBranch } from '../http/cookie-values.server.ts'
import { type CookieChanges, cookieHeaders } from '../http/cookies.server.ts'
import { type ShopFormContext, submissionResult } from '../http/define-form.server.ts'
import { customerForm, requireCustomerFor, shopAction, shopForm } from '../http/handle-forms.server.ts'
import { parseId } from '../http/ids.ts'
import { flashMessage, isShopError, throwAsErrorPage } from '../http/responses.server.ts'
import { safeRedirect } from '../http/safe-redirect.ts'
import { overrideVisitor } from '../http/visitor.server.ts'
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

/** 'Confirmar CEP'. */
const zipcodeForm = shopForm({
  intent: 'zipcode',
  schema: () => z.object({ zipcode: z.string().default('') }),
  fields: { zipcode: 'zipcode' },
  async run(context, { zipcode }) {
    return selectDestination(context, { ...(await context.shop.delivery.resolveZipcode(zipcode)), addressId: null })
  },
  next: redirectOrReject,
})

/** 'Entregar neste endereço', one of the customer's. */
const addressForm = requireCustomerFor(
  customerForm({
    intent: 'address',
    identifyingField: 'address_id',
    schema: () => z.object({ addressId: z.string().transform(parseId) }),
    fields: { addressId: 'address_id' },
    async run(context, { addressId }) {
      const { addresses, delivery } = context.shop
      const { id, zipcode } = await addresses
        .findAddress(context.visitor.customer.id, addressId)
        .catch(throwAsErrorPage)
      return selectDestination(context, { branchId: await delivery.branchIdFor(zipcode), zipcode, addressId: id })
    },
    next: redirectOrReject,
  }),
  ({ form }) => {
    const { redirectTo, id, quantity } = parsePendingAdd(form)
    return { page: `/cep?${new URLSearchParams({ redirectTo, ...(id && { id, quantity }) })}` }
  },
)

export const setDeliveryLocation = shopAction(addressForm, zipcodeForm)

/** Checks the bag against the new branch's stock, and adds the product that waits for a place. */
async function selectDestination(context: ShopFormContext, chosenBranch: ChosenBranch) {
  const { shop, visitor } = context
  const branch = await shop.delivery.findBranch(chosenBranch.branchId)
  if (chosenBranch.branchId === 0) return { destination: chosenBranch, branch }
  const review = await shop.bags.review(visitor.bag, chosenBranch.branchId)
  const added = await addPendingProduct({
    ...context,
    visitor: { ...visitor, bag: review.bag, destination: chosenBranch },
  })
  return { destination: chosenBranch, branch, served: { review, added } }
}

/** What the bag loses is told. */
function redirectOrReject(
  { args, shop, form, visitor }: ShopFormContext,
  selection: Awaited<ReturnType<typeof selectDestination>>,
) {
  const { destination, branch, served } = selection
  const zipcode = formatZipcode(destination.zipcode)
  if (!served) {
    overrideVisitor(args.context, visitor, destination, branch)
    const fields = [...form].filter(([name]) => name !== 'zipcode')
    const result = submissionResult([...fields, ['zipcode', zipcode]], { '': [refusals['zipcode.uncovered']()] })
    const headers = cookieHeaders(shop, { branch: destination })
    return data({ form: 'zipcode', code: 'zipcode.uncovered', result }, { status: 422, headers })
  }
  const { review, added } = served
  const confirmationText = branch.isOpen
    ? texts.confirmed(zipcode, formatEstimate(branch.shippingEstimateMinutes))
    : texts.confirmedClosed(zipcode, branch.openTime)
  const messages = stockMessages(review)
  const flash =
    messages.length > 0 ? flashMessage('error', ...messages) : (added.flash ?? flashMessage('ok', confirmationText))
  return { to: safeRedirect(form.get('redirectTo')), branch: destination, bag: added.bag ?? review.bag, flash }
}

/** If the product is not available at the new place, a message says so and the place stays chosen. */
async function addPendingProduct({ args, form, visitor }: ShopFormContext): Promise<CookieChanges> {
  const { id } = parsePendingAdd(form)
  if (!id) return {}
  const replaces = form.get('intent') === 'replace'
  const wish = { productId: parseId(id), quantity: String(form.get('quantity') ?? '1'), replaces }
  return addToBag(args, visitor, wish, '/').catch((error: unknown) => {
    if (!isShopError(error)) throw error
    return { flash: flashMessage('error', error.message) }
  })
}
