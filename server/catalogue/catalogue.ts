import type { Database } from '../database/connection.ts'
import { createBannerService } from './banners.ts'
import { createCategoryService } from './categories.ts'
import { createHomeShelfService } from './home-shelves.ts'
import { createListingService } from './listing/listing.ts'
import { createListingCache } from './listing/listing-cache.ts'
import { createProductService } from './products.ts'
import { createProductSearchService } from './search/search.ts'
import { deductStock, loadBranchOffers, recordSales, restoreStock } from './stock.ts'
import { createSynonymService } from './synonyms.ts'
import { createVersionMemoizer } from './versioned-cache.ts'

export type Catalogue = ReturnType<typeof createCatalogue>

/**
 * Products, categories, and each branch's prices and stock.
 * @param listingCacheSeconds how old a listing's order and counts may be
 */
export function createCatalogue(database: Database, listingCacheSeconds: number) {
  const memoizeByVersion = createVersionMemoizer(database)
  const categories = createCategoryService(database, memoizeByVersion)
  const products = createProductService(database)
  const listingCache = createListingCache(listingCacheSeconds)
  const search = createProductSearchService(database, memoizeByVersion, listingCache)
  const listings = createListingService({ database, search, categories, products, cache: listingCache })
  const homeShelves = createHomeShelfService(listings, products)
  const banners = createBannerService(database, categories)
  return {
    listCategories: categories.listCategories,
    resolveCategory: categories.resolveCategory,
    getProductCategories: categories.getProductCategories,
    setCategoryIcon: categories.setCategoryIcon,
    listProducts: listings.listProducts,
    listFacetChoices: listings.listFacetChoices,
    ...banners,
    listPromotedProducts: homeShelves.listPromotedProducts,
    synonyms: createSynonymService(database, search, products),
    findProducts: products.findProducts,
    getProductBySlug: products.getProductBySlug,
    findProductIdBySlug: products.findProductIdBySlug,
    listFullProducts: products.listFullProducts,
    listProductOverviews: products.listProductOverviews,
    loadLaboratoryDiscounts: products.loadLaboratoryDiscounts,
    loadProductRecords: products.loadProductRecords,
    loadBranchOffers: (productIds: number[]) => loadBranchOffers(database.db, productIds),
    deductStock,
    restoreStock,
    recordSales,
  }
}
