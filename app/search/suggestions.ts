import type { LoaderFunctionArgs } from '@remix-run/node'
import { visitorOf } from '../http/visitor.server.ts'

/** The search field's dropdown shows at most four products (specification, section 9). */
const shown = 4

/** Suggestions for the search field. */
export interface Suggestions {
  products: { slug: string; name: string; pictureKey: string; priceCents: number; stock: number }[]
  total: number
  isCapped: boolean
}

export async function loader(args: LoaderFunctionArgs) {
  const search = new URL(args.request.url).searchParams.get('search')?.slice(0, 100) ?? ''
  const { branch } = await visitorOf(args)
  const { products, total, isCapped } = await args.context.shop.catalogue.listProducts(branch.id, { search })
  const suggestions: Suggestions = {
    products: products
      .slice(0, shown)
      .map(({ slug, name, pictureKey, priceCents, stock }) => ({ slug, name, pictureKey, priceCents, stock })),
    total,
    isCapped,
  }
  return Response.json(suggestions, { headers: { 'Cache-Control': 'private, max-age=30', Vary: 'Cookie' } })
}
