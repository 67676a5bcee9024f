import { accountsOperations } from '../accounts/accounts.operations.ts'
import { addressesOperations } from '../addresses/addresses.operations.ts'
import { catalogueOperations } from '../catalogue/catalogue.operations.ts'
import { productsOperations } from '../catalogue/products.operations.ts'
import { deliveryOperations } from '../delivery/delivery.operations.ts'
import { ordersOperations } from '../orders/orders.operations.ts'
import { paymentsOperations } from '../payments/payments.operations.ts'
import { prescriptionsOperations } from '../prescriptions/prescriptions.operations.ts'
import { walletOperations } from '../wallet/wallet.operations.ts'
import { wishlistOperations } from '../wishlist/wishlist.operations.ts'

/** The domains that the entries need. */
type Domains = Parameters<typeof accountsOperations>[0] &
  Parameters<typeof addressesOperations>[0] &
  Parameters<typeof catalogueOperations>[0] &
  Parameters<typeof productsOperations>[0] &
  Parameters<typeof deliveryOperations>[0] &
  Parameters<typeof ordersOperations>[0] &
  Parameters<typeof paymentsOperations>[0] &
  Parameters<typeof prescriptionsOperations>[0] &
  Parameters<typeof walletOperations>[0] &
  Parameters<typeof wishlistOperations>[0]

/** The registry: every call of the specification's section 7 by its path, over the verbs that the pages use too. */
export function createOperations(domains: Domains) {
  return {
    ...accountsOperations(domains),
    ...addressesOperations(domains),
    ...catalogueOperations(domains),
    ...productsOperations(domains),
    ...deliveryOperations(domains),
    ...ordersOperations(domains),
    ...paymentsOperations(domains),
    ...prescriptionsOperations(domains),
    ...walletOperations(domains),
    ...wishlistOperations(domains),
  }
}
