import { data } from '@remix-run/node'
import { z } from 'zod'
import type { Destination } from '../http/cookie-values.server.ts'
import { type CookieChanges, toSetCookieHeaders } from '../http/cookies.server.ts'
import { type ShopFormContext, toSubmissionResult } from '../http/define-form.server.ts'
import {
  createShopAction,
  defineCustomerForm,
  defineShopForm,
  withRequiredCustomer,
} from '../http/handle-forms.server.ts'
import { parseId } from '../http/ids.ts'
import { createFlashMessage, isShopError, throwAsErrorPage } from '../http/responses.server.ts'
import { safeRedirect } from '../http/safe-redirect.ts'
import { overrideVisitor } from '../http/visitor.server.ts'
import { addToBag, listStockMessages } from '../shell/bag-forms.server.ts'
import { formatZipcodeConfirmation } from '../texts/delivery-promise.ts'
import { formatZipcode } from '../texts/format.ts'
import { refusals } from '../texts/refusals.ts'

/** What to do once the destination is known: the page to return to, and perhaps a product to add. */
export function parseDestinationFollowUp(fields: URLSearchParams | FormData) {
  const readFieldText = (name: string) => String(fields.get(name) ?? '')
  return {
    redirectTo: safeRedirect(fields.get('redirectTo')),
    id: readFieldText('id'),
    quantity: readFieldText('quantity'),
  }
}

/** 'Confirmar CEP'. */
const confirmZipcodeForm = defineShopForm({
  intent: 'zipcode',
  schema: () => z.object({ zipcode: z.string().default('') }),
  async run(context, { zipcode }) {
    return selectDestination(context, { ...(await context.shop.delivery.resolveZipcode(zipcode)), addressId: null })
  },
  respond: redirectOrReject,
})

/** 'Entregar neste endereço', one of the customer's. */
const selectAddressForm = withRequiredCustomer(
  defineCustomerForm({
    intent: 'address',
    identifyingField: 'address_id',
    schema: () => z.object({ addressId: z.string().transform(parseId) }),
    async run(context, { addressId }) {
      const { addresses, delivery } = context.shop
      const { id, zipcode } = await addresses.getAddress(context.visitor.customer.id, addressId).catch(throwAsErrorPage)
      return selectDestination(context, { branchId: await delivery.findBranchId(zipcode), zipcode, addressId: id })
    },
    respond: redirectOrReject,
  }),
  ({ formData }) => {
    const { redirectTo, id, quantity } = parseDestinationFollowUp(formData)
    return { formPagePath: `/cep?${new URLSearchParams({ redirectTo, ...(id && { id, quantity }) })}` }
  },
)

export const selectDestinationAction = createShopAction(selectAddressForm, confirmZipcodeForm)

/** Checks the bag against the new branch's stock, and adds the product that waits for a destination. */
async function selectDestination(context: ShopFormContext, destination: Destination) {
  const { shop, visitor } = context
  const branch = await shop.delivery.getBranchOrDefault(destination.branchId, destination.zipcode)
  if (destination.branchId === 0) return { destination, branch }
  const reviewedBag = await shop.bags.reviewBag(visitor.bag, destination.branchId)
  const pendingProductChanges = await addPendingProduct({
    ...context,
    visitor: { ...visitor, bag: reviewedBag.bag, destination },
  })
  return { destination, branch, bagUpdate: { reviewedBag, pendingProductChanges } }
}

/** Leads back with the new destination, and a message about what the bag loses; a place outside coverage shows the form again. */
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
  const { reviewedBag, pendingProductChanges } = bagUpdate
  const confirmationText = formatZipcodeConfirmation(branch, zipcode, shop.clock.now())
  const messages = listStockMessages(reviewedBag)
  const flash =
    messages.length > 0
      ? createFlashMessage('error', ...messages)
      : (pendingProductChanges.flash ?? createFlashMessage('ok', confirmationText))
  return {
    to: safeRedirect(formData.get('redirectTo')),
    branch: destination,
    bag: pendingProductChanges.bag ?? reviewedBag.bag,
    flash,
  }
}

/** If the product is not available at the new destination, a message says so and the destination stays selected. */
async function addPendingProduct({ args, formData, visitor }: ShopFormContext): Promise<CookieChanges> {
  const { id } = parseDestinationFollowUp(formData)
  if (!id) return {}
  const isReplacement = formData.get('intent') === 'replace'
  const requestedLine = { productId: parseId(id), quantity: String(formData.get('quantity') ?? '1'), isReplacement }
  return addToBag(args, visitor, requestedLine, '/').catch((error: unknown) => {
    if (!isShopError(error)) throw error
    return { flash: createFlashMessage('error', error.message) }
  })
}
