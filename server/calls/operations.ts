import { accountsOperations } from './accounts.operations.ts'
import { addressesOperations } from './addresses.operations.ts'
import { catalogueOperations } from './catalogue.operations.ts'
import { deliveryOperations } from './delivery.operations.ts'
import { ordersOperations } from './orders.operations.ts'
import { paymentsOperations } from './payments.operations.ts'
import { prescriptionsOperations } from './prescriptions.operations.ts'
import { productsOperations } from './products.operations.ts'
import { walletOperations } from './wallet.operations.ts'
import { wishlistOperations } from './wishlist.operations.ts'

/** The registry: every call of the specification's section 7 by its path, over the functions that the pages call, too. */
export const operations = {
  ...accountsOperations,
  ...addressesOperations,
  ...catalogueOperations,
  ...productsOperations,
  ...deliveryOperations,
  ...ordersOperations,
  ...paymentsOperations,
  ...prescriptionsOperations,
  ...walletOperations,
  ...wishlistOperations,
}
