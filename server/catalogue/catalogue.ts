import type { Database } from '../database/connection.ts'
import { openBanners } from './banners.ts'
import { openCategories } from './categories.ts'
import { openHome } from './home.ts'
import { openListings } from './listing/listing.ts'
import { createListingCache } from './listing/listing-cache.ts'
import { openProducts } from './products.ts'
import { openSearch } from './search/search.ts'
import { countSales, returnStock, takeStock } from './stock.ts'
import { openSynonyms } from './synonyms.ts'
import { openVersions } from './versioned.ts'

export type Catalogue = ReturnType<typeof openCatalogue>

/**
 * Products, categories, and each branch's prices and stock.
 * @param cacheSeconds how old a listing's order and counts may be
 */
export function openCatalogue(database: Database, cacheSeconds: number) {
  const versioned = openVersions(database)
  const categories = openCategories(database, versioned)
  const products = openProducts(database)
  const cache = createListingCache(cacheSeconds)
  const search = openSearch(database, versioned, cache)
  const listings = openListings({ database, search, categories, products, cache })
  const home = openHome(listings, products)
  const banners = openBanners(database, categories)
  return {
    categories: categories.categories,
    findPlace: categories.findPlace,
    categoriesOf: categories.categoriesOf,
    listProducts: listings.listProducts,
    listChoices: listings.listChoices,
    ...banners,
    promotedProducts: home.promotedProducts,
    synonyms: openSynonyms(database, search, products),
    findProducts: products.findProducts,
    findProductBySlug: products.findProductBySlug,
    productIdOf: products.productIdOf,
    findWholeProducts: products.findWholeProducts,
    productFacts: products.productFacts,
    laboratoryPrices: products.laboratoryPrices,
    productRecords: products.productRecords,
    takeStock,
    returnStock,
    countSales,
  }
}
