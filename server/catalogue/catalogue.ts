import type { Database } from '../database/connection.ts'
import { createBanners } from './banners.ts'
import { createCategories } from './categories.ts'
import { createHome } from './home.ts'
import { createListings } from './listing/listing.ts'
import { createListingCache } from './listing/listing-cache.ts'
import { createProducts } from './products.ts'
import { createSearch } from './search/search.ts'
import { countSales, returnStock, stockOf, takeStock } from './stock.ts'
import { createSynonyms } from './synonyms.ts'
import { createVersions } from './versioned.ts'

export type Catalogue = ReturnType<typeof createCatalogue>

/**
 * Products, categories, and each branch's prices and stock.
 * @param cacheSeconds how old a listing's order and counts may be
 */
export function createCatalogue(database: Database, cacheSeconds: number) {
  const cachedByVersion = createVersions(database)
  const categories = createCategories(database, cachedByVersion)
  const products = createProducts(database)
  const cache = createListingCache(cacheSeconds)
  const search = createSearch(database, cachedByVersion, cache)
  const listings = createListings({ database, search, categories, products, cache })
  const home = createHome(listings, products)
  const banners = createBanners(database, categories)
  return {
    listCategories: categories.listCategories,
    resolveCategory: categories.resolveCategory,
    categoriesOf: categories.categoriesOf,
    setCategoryIcon: categories.setIcon,
    listProducts: listings.listProducts,
    listChoices: listings.listChoices,
    ...banners,
    promotedProducts: home.promotedProducts,
    synonyms: createSynonyms(database, search, products),
    findProducts: products.findProducts,
    findProductBySlug: products.findProductBySlug,
    productIdOf: products.productIdOf,
    findWholeProducts: products.findWholeProducts,
    productFacts: products.productFacts,
    laboratoryDiscounts: products.laboratoryDiscounts,
    productRecords: products.productRecords,
    stockOf: (productIds: number[]) => stockOf(database.db, productIds),
    takeStock,
    returnStock,
    countSales,
  }
}
