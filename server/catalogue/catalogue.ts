import type { Database } from '../database/connection.ts'
import { createBanners } from './banners.ts'
import { createCategories } from './categories.ts'
import { createHome } from './home.ts'
import { createListings } from './listing/listing.ts'
import { createListingCache } from './listing/listing-cache.ts'
import { createProducts } from './products.ts'
import { createSearch } from './search/search.ts'
import { deductStock, loadBranchStock, recordSales, restoreStock } from './stock.ts'
import { createSynonyms } from './synonyms.ts'
import { createVersionedCache } from './versioned-cache.ts'

export type Catalogue = ReturnType<typeof createCatalogue>

/**
 * Products, categories, and each branch's prices and stock.
 * @param cacheSeconds how old a listing's order and counts may be
 */
export function createCatalogue(database: Database, cacheSeconds: number) {
  const cacheByVersion = createVersionedCache(database)
  const categories = createCategories(database, cacheByVersion)
  const products = createProducts(database)
  const cache = createListingCache(cacheSeconds)
  const search = createSearch(database, cacheByVersion, cache)
  const listings = createListings({ database, search, categories, products, cache })
  const home = createHome(listings, products)
  const banners = createBanners(database, categories)
  return {
    listCategories: categories.listCategories,
    resolveCategory: categories.resolveCategory,
    getProductCategories: categories.getProductCategories,
    setCategoryIcon: categories.setIcon,
    listProducts: listings.listProducts,
    listChoices: listings.listChoices,
    ...banners,
    listPromotedProducts: home.listPromotedProducts,
    synonyms: createSynonyms(database, search, products),
    findProducts: products.findProducts,
    getProductBySlug: products.getProductBySlug,
    findProductId: products.findProductId,
    listFullProducts: products.listFullProducts,
    listProductOverviews: products.listProductOverviews,
    loadLaboratoryDiscounts: products.loadLaboratoryDiscounts,
    loadProductRecords: products.loadProductRecords,
    loadBranchStock: (productIds: number[]) => loadBranchStock(database.db, productIds),
    deductStock,
    restoreStock,
    recordSales,
  }
}
