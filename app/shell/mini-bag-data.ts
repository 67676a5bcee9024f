import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { loadVisitor } from '../http/visitor.server.ts'
import { listStockMessages } from './bag-forms.server.ts'

/** How many lines the panel shows; the rest is counted. */
const maxShownLines = 4

/** The bag in short, for the header's mini bag; fetched when it opens. */
export async function loader(args: LoaderFunctionArgs) {
  const { bag, branch, customer } = await loadVisitor(args)
  const reviewedBag = await args.context.shop.bags.reviewBag(bag, branch.id, { isMember: customer !== null })
  const { lines, totalCents } = reviewedBag
  const shownLines = lines.slice(0, maxShownLines).map(({ product, quantity, totalCents }) => ({
    id: product.id,
    name: product.name,
    href: `/produto/${product.slug}`,
    quantity,
    totalCents,
  }))
  return data({
    stockChanges: listStockMessages(reviewedBag),
    lines: shownLines,
    hiddenLineCount: lines.length - shownLines.length,
    totalCents,
  })
}
