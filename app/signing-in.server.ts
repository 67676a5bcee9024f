import type { AppLoadContext } from '@remix-run/node'
import { report } from './analytics.server.ts'
import { type Changes, isRefusal, seeOther } from './answers.server.ts'
import { said } from './bag-forms.server.ts'
import { cookiesOf, type PendingFavourite } from './cookies.server.ts'
import { safeRedirect } from './safe-redirect.ts'
import { loginTexts } from './texts/account.ts'
import { favouriteTexts } from './texts/favourites.ts'
import { visitorOf } from './visitor.server.ts'

/**
 * Sets a new session's token and redirects. The visitor's bag stays; where no place was chosen yet, the first saved address
 * becomes it. A pending favourite is added: who signed in for that returns to the page it came from.
 */
export async function signIn(
  asked: { request: Request; context: AppLoadContext },
  how: 'login' | 'sign_up',
  token: string,
  target: string,
): Promise<Response> {
  const { shop } = asked.context
  const customer = await shop.accounts.findSignedIn(token)
  if (!customer) throw new Error('a new session has no customer')
  const { chosen, bag } = await visitorOf(asked)
  if (bag.laboratoryId) await shop.laboratory.adopt(bag.laboratoryId, customer.id)
  const wish = await cookiesOf(shop).readPendingFavourite(asked.request.headers.get('Cookie'))
  const favourite = wish && (await keepFavourite(shop, customer.id, wish))
  return seeOther(asked.context, wish && target === '/favoritos' ? safeRedirect(wish.returnTo) : target, {
    token: { value: token, seconds: shop.accounts.sessionSeconds },
    branch: chosen ? undefined : await firstAddress(shop, customer.id),
    pendingFavourite: wish ? null : undefined,
    flash: {
      ...said('ok', loginTexts.welcome(customer.firstName), ...(favourite ? [favourite] : [])),
      event: report(asked, { name: how }),
    },
  })
}

/** @returns the sentence that reports it: the product may no longer exist */
function keepFavourite(
  shop: AppLoadContext['shop'],
  customerId: number,
  { productId }: PendingFavourite,
): Promise<string> {
  return shop.wishlist.addFavourite(customerId, productId).then(
    () => favouriteTexts.added,
    (error) => {
      if (!isRefusal(error)) throw error
      return error.message
    },
  )
}

/** None where the shop does not deliver, or only by appointment (specification, section 4): that the customer chooses. */
async function firstAddress(shop: AppLoadContext['shop'], customerId: number): Promise<Changes['branch']> {
  const [address] = await shop.addresses.listAddresses(customerId)
  if (!address) return undefined
  const branchId = await shop.delivery.branchIdFor(address.zipcode)
  const isForAppointments = (await shop.delivery.findBranch(branchId)).shippingLater
  return branchId === 0 || isForAppointments ? undefined : { branchId, zipcode: address.zipcode, addressId: address.id }
}
