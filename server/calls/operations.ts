import type { Context } from '../context.ts'
import { createAccountsOperations } from './accounts.operations.ts'
import { createAddressesOperations } from './addresses.operations.ts'
import { createCatalogueOperations } from './catalogue.operations.ts'
import { createDeliveryOperations } from './delivery.operations.ts'
import { createOrdersOperations } from './orders.operations.ts'
import { createPaymentsOperations } from './payments.operations.ts'
import { createPrescriptionsOperations } from './prescriptions.operations.ts'
import { createProductsOperations } from './products.operations.ts'
import { createWalletOperations } from './wallet.operations.ts'
import { createWishlistOperations } from './wishlist.operations.ts'

/** The registry: every call of the specification's section 7 by its path, over the functions that the pages call, too. */
export function createOperations(ctx: Context) {
  return {
    ...createAccountsOperations(ctx),
    ...createAddressesOperations(ctx),
    ...createCatalogueOperations(ctx),
    ...createProductsOperations(ctx),
    ...createDeliveryOperations(ctx),
    ...createOrdersOperations(ctx),
    ...createPaymentsOperations(ctx),
    ...createPrescriptionsOperations(ctx),
    ...createWalletOperations(ctx),
    ...createWishlistOperations(ctx),
  }
}
