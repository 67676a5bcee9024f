import { createAccountsOperations } from '../accounts/accounts.operations.ts'
import { createAddressesOperations } from '../addresses/addresses.operations.ts'
import { createCatalogueOperations } from '../catalogue/catalogue.operations.ts'
import { createProductsOperations } from '../catalogue/products.operations.ts'
import { createDeliveryOperations } from '../delivery/delivery.operations.ts'
import { createOrdersOperations } from '../orders/orders.operations.ts'
import { createPaymentsOperations } from '../payments/payments.operations.ts'
import { createPrescriptionsOperations } from '../prescriptions/prescriptions.operations.ts'
import { createWalletOperations } from '../wallet/wallet.operations.ts'
import { createWishlistOperations } from '../wishlist/wishlist.operations.ts'

/** The domains that the entries need. */
type DomainServices = Parameters<typeof createAccountsOperations>[0] &
  Parameters<typeof createAddressesOperations>[0] &
  Parameters<typeof createCatalogueOperations>[0] &
  Parameters<typeof createProductsOperations>[0] &
  Parameters<typeof createDeliveryOperations>[0] &
  Parameters<typeof createOrdersOperations>[0] &
  Parameters<typeof createPaymentsOperations>[0] &
  Parameters<typeof createPrescriptionsOperations>[0] &
  Parameters<typeof createWalletOperations>[0] &
  Parameters<typeof createWishlistOperations>[0]

/** The registry: every call of the specification's section 7 by its path, over the functions that the pages call, too. */
export function createOperations(services: DomainServices) {
  return {
    ...createAccountsOperations(services),
    ...createAddressesOperations(services),
    ...createCatalogueOperations(services),
    ...createProductsOperations(services),
    ...createDeliveryOperations(services),
    ...createOrdersOperations(services),
    ...createPaymentsOperations(services),
    ...createPrescriptionsOperations(services),
    ...createWalletOperations(services),
    ...createWishlistOperations(services),
  }
}
