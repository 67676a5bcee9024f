import type { AppLoadContext, TypedResponse } from '@remix-run/node'
import { reportEvent } from '../http/analytics.server.ts'
import type { PendingFavourite } from '../http/cookie-values.server.ts'
import { getCookies } from '../http/cookies.server.ts'
import { isAccountTag } from '../http/form-account.server.ts'
import { createFlashMessage, isShopError, seeOther } from '../http/responses.server.ts'
import { safeRedirect } from '../http/safe-redirect.ts'
import { findOwnSavedForm } from '../http/saved-form.server.ts'
import { loadVisitor, rememberDevice } from '../http/visitor.server.ts'
import { chooseDeliveryAddress } from '../shell/address-forms.server.ts'
import { emailConfirmationTexts, loginTexts } from '../texts/account.ts'
import { favouriteTexts } from '../texts/favourites.ts'

/**
 * Sets a new session's token and redirects. The visitor's bag stays; where no destination was chosen yet, the first saved address
 * becomes it. A pending favourite is added: who signed in for that returns to the page it came from.
 */
export async function completeSignIn(
  args: { request: Request; context: AppLoadContext },
  eventName: 'login' | 'sign_up',
  sessionToken: string,
  redirectTo: string,
  { messages = [] }: { messages?: string[] } = {},
): Promise<TypedResponse<never>> {
  const { shop } = args.context
  const customer = await shop.accounts.findSignedInCustomer(sessionToken)
  if (!customer) throw new Error('a new session has no customer')
  const { destination, bag } = await loadVisitor(args)
  const hasOwnOptIn =
    !bag.laboratoryOptInId || (await shop.bags.laboratory.assignOptInToCustomer(bag.laboratoryOptInId, customer.id))
  const pendingFavourite = getCookies(args).read('pendingFavourite')
  const isOwnFavourite =
    pendingFavourite?.account === '' || isAccountTag(shop, pendingFavourite?.account, 'customer', customer.id)
  const ownFavourite = isOwnFavourite ? pendingFavourite : null
  const resumedForm = findOwnSavedForm(args, customer.id)
  const isNewCustomer = eventName === 'sign_up'
  const favouriteMessage = ownFavourite && (await addPendingFavourite(shop, customer.id, ownFavourite))
  return seeOther(
    args.context,
    ownFavourite && redirectTo === '/favoritos' ? safeRedirect(ownFavourite.returnTo) : redirectTo,
    {
      // A laboratory opt-in of another customer, who used this browser before, leaves the bag.
      bag: hasOwnOptIn ? undefined : { ...bag, laboratoryOptInId: undefined },
      token: sessionToken,
      deviceToken: await rememberDevice(args, customer.id),
      branch: await chooseDeliveryAddress(shop, customer.id, destination),
      pendingFavourite: pendingFavourite ? null : undefined,
      // Whoever asked for a code here may be another one.
      recovery: null,
      // Another customer's, who used this browser before.
      savedForm: resumedForm ? undefined : null,
      flash: {
        ...createFlashMessage(
          'ok',
          loginTexts.welcome(customer.firstName),
          ...(isNewCustomer && !customer.emailConfirmedAt ? [emailConfirmationTexts.codeSent] : []),
          ...messages,
          ...(favouriteMessage ? [favouriteMessage] : []),
          ...(resumedForm && redirectTo.split('?', 1)[0] === resumedForm.path ? [loginTexts.formRestored] : []),
        ),
        event: reportEvent(args, { name: eventName }),
      },
    },
  )
}

/**
 * Leads to the home page as a visitor, after the session has ended: what the browser holds of the customer's is cleared, the
 * products in the bag stay (contract, section 3). A laboratory opt-in is the customer's, and not the next person's.
 */
export async function completeSignOut(args: { request: Request; context: AppLoadContext }, message: string) {
  const { destination, bag } = await loadVisitor(args)
  return seeOther(args.context, '/', {
    bag: bag.laboratoryOptInId === undefined ? undefined : { ...bag, laboratoryOptInId: undefined },
    token: null,
    branch: destination ? { ...destination, addressId: null } : undefined,
    orderNote: null,
    pendingOrder: null,
    recovery: null,
    savedForm: null,
    flash: createFlashMessage('ok', message),
  })
}

/** @returns the message that reports it: the product may no longer exist */
function addPendingFavourite(
  shop: AppLoadContext['shop'],
  customerId: number,
  { productId }: PendingFavourite,
): Promise<string> {
  return shop.wishlist.addFavourite(customerId, productId).then(
    () => favouriteTexts.addedMessage,
    (error) => {
      if (!isShopError(error)) throw error
      return error.message
    },
  )
}
