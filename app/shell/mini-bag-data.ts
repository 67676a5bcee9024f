import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { loadVisitor } from '../http/visitor.server.ts'
import { listStockMessages } from './bag-forms.server.ts'

/** How many lines the panel shows; the rest is counted. */
const maxLines = 4

/** The bag in short, for the header's mini bag; fetched when it opens. */
export async function loader(args: LoaderFunctionArgs) {
  const { bag, branch } = await loadVisitor(args)
  const review = await args.context.shop.bags.reviewBag(bag, branch.id)
  const { lines, totalCents } = review
  const shownLines = lines.slice(0, maxLines).map(({ product, quantity, totalCents }) => ({
    id: product.id,
    name: product.name,
    href: `/produto/${product.slug}`,
    quantity,
    totalCents,
  }))
  return data({
    stockChanges: listStockMessages(review),
    lines: shownLines,
    hiddenLineCount: lines.length - shownLines.length,
    totalCents,
  })
}
