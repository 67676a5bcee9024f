import { data } from '@remix-run/node'
import { z } from 'zod'
import type { Destination } from '../http/cookie-values.server.ts'
import { type CookieChanges, toSetCookieHeaders } from '../http/cookies.server.ts'
import { type ShopFormContext, toSubmissionResult } from '../http/define-form.server.ts'
import { customerForm, requireCustomerFor, shopAction, shopForm } from '../http/handle-forms.server.ts'
import { parseId } from '../http/ids.ts'
import { flashMessage, isShopError, throwAsErrorPage } from '../http/responses.server.ts'
import { safeRedirect } from '../http/safe-redirect.ts'
import { overrideVisitor } from '../http/visitor.server.ts'
import { addToBag, listStockMessages } from '../shell/bag-forms.server.ts'
import { zipcodeTexts as texts } from '../texts/delivery.ts'
import { formatZipcode } from '../texts/format.ts'
import { formatEstimate } from '../texts/pages.ts'
import { refusals } from '../texts/refusals.ts'

/** What to do once the place is known: the page to return to, and perhaps a product to add. */
export function parsePendingProduct(fields: URLSearchParams | FormData) {
  const fieldText = (name: string) => String(fields.get(name) ?? '')
  return { redirectTo: safeRedirect(fields.get('redirectTo')), id: fieldText('id'), quantity: fieldText('quantity') }
}

/** 'Confirmar CEP'. */
const zipcodeForm = shopForm({
  intent: 'zipcode',
  schema: () => z.object({ zipcode: z.string().default('') }),
  fields: { zipcode: 'zipcode' },
  async run(context, { zipcode }) {
    return selectDestination(context, { ...(await context.shop.delivery.resolveZipcode(zipcode)), addressId: null })
  },
  respond: redirectOrReject,
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
      const { id, zipcode } = await addresses.getAddress(context.visitor.customer.id, addressId).catch(throwAsErrorPage)
      return selectDestination(context, { branchId: await delivery.findBranchId(zipcode), zipcode, addressId: id })
    },
    respond: redirectOrReject,
  }),
  ({ formData }) => {
    const { redirectTo, id, quantity } = parsePendingProduct(formData)
    return { pagePath: `/cep?${new URLSearchParams({ redirectTo, ...(id && { id, quantity }) })}` }
  },
)

export const setDeliveryLocation = shopAction(addressForm, zipcodeForm)

/** Checks the bag against the new branch's stock, and adds the product that waits for a place. */
async function selectDestination(context: ShopFormContext, destination: Destination) {
  const { shop, visitor } = context
  const branch = await shop.delivery.getBranch(destination.branchId)
  if (destination.branchId === 0) return { destination, branch }
  const review = await shop.bags.review(visitor.bag, destination.branchId)
  const addedChanges = await addPendingProduct({
    ...context,
    visitor: { ...visitor, bag: review.bag, destination },
  })
  return { destination, branch, bagUpdate: { review, addedChanges } }
}

/** What the bag loses is told. */
function redirectOrReject(
  { args, shop, formData, visitor }: ShopFormContext,
  selection: Awaited<ReturnType<typeof selectDestination>>,
) {
  const { destination, branch, bagUpdate } = selection
  const zipcode = formatZipcode(destination.zipcode)
  if (!bagUpdate) {
    overrideVisitor(args.context, visitor, destination, branch)
    const fields = [...formData].filter(([name]) => name !== 'zipcode')
    const result = toSubmissionResult([...fields, ['zipcode', zipcode]], { '': [refusals['zipcode.uncovered']()] })
    const headers = toSetCookieHeaders(shop, { branch: destination })
    return data({ intent: 'zipcode', code: 'zipcode.uncovered', result }, { status: 422, headers })
  }
  const { review, addedChanges } = bagUpdate
  const confirmationText = branch.isOpen
    ? texts.confirmed(zipcode, formatEstimate(branch.shippingEstimateMinutes))
    : texts.confirmedClosed(zipcode, branch.openTime)
  const messages = listStockMessages(review)
  const flash =
    messages.length > 0
      ? flashMessage('error', ...messages)
      : (addedChanges.flash ?? flashMessage('ok', confirmationText))
  return {
    to: safeRedirect(formData.get('redirectTo')),
    branch: destination,
    bag: addedChanges.bag ?? review.bag,
    flash,
  }
}

/** If the product is not available at the new place, a message says so and the place stays chosen. */
async function addPendingProduct({ args, formData, visitor }: ShopFormContext): Promise<CookieChanges> {
  const { id } = parsePendingProduct(formData)
  if (!id) return {}
  const isReplacement = formData.get('intent') === 'replace'
  const requestedLine = { productId: parseId(id), quantity: String(formData.get('quantity') ?? '1'), isReplacement }
  return addToBag(args, visitor, requestedLine, '/').catch((error: unknown) => {
    if (!isShopError(error)) throw error
    return { flash: flashMessage('error', error.message) }
  })
}
