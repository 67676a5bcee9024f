import type { Database } from '../database/connection.ts'
import { openCategories } from './categories.ts'
import { openHome } from './home.ts'
import { openListings } from './listing/listing.ts'
import { openProducts } from './products.ts'
import { openSearch } from './search/search.ts'
import { countSales, returnStock, takeStock } from './stock.ts'
import { openVersions } from './versioned.ts'

export type Catalogue = ReturnType<typeof openCatalogue>

/** Products, categories, and each branch's prices and stock. */
export function openCatalogue(database: Database) {
  const versioned = openVersions(database)
  const categories = openCategories(database, versioned)
  const products = openProducts(database)
  const listings = openListings({ database, search: openSearch(database, versioned), categories, products })
  const home = openHome(database, listings, products)
  return {
    categories: categories.categories,
    findPlace: categories.findPlace,
    categoriesOf: categories.categoriesOf,
    listProducts: listings.listProducts,
    listChoices: listings.listChoices,
    banners: home.banners,
    changeBanner: home.changeBanner,
    removeBanner: home.removeBanner,
    promotedProducts: home.promotedProducts,
    findProducts: products.findProducts,
    findProductBySlug: products.findProductBySlug,
    findWholeProducts: products.findWholeProducts,
    productFacts: products.productFacts,
    laboratoryPrices: products.laboratoryPrices,
    productRecords: products.productRecords,
    takeStock,
    returnStock,
    countSales,
  }
}
