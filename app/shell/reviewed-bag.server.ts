import type { AppLoadContext } from '@remix-run/node'
import type { ReviewedBag } from '#server/bag/bag.ts'
import type { RequestArgs } from '../http/load-context.ts'
import { loadVisitor } from '../http/visitor.server.ts'

const reviewedBagByContext = new WeakMap<AppLoadContext, Promise<ReviewedBag>>()

/** The visitor's bag as it can be ordered now, checked once per request: the bag's page and its header count the same. */
export function loadReviewedBag(args: RequestArgs): Promise<ReviewedBag> {
  const reviewedBag = reviewedBagByContext.get(args.context) ?? reviewBag(args)
  reviewedBagByContext.set(args.context, reviewedBag)
  return reviewedBag
}

async function reviewBag(args: RequestArgs): Promise<ReviewedBag> {
  const { bag, branch, customer } = await loadVisitor(args)
  return args.context.shop.bags.reviewBag(bag, branch.id, { isMember: customer !== null })
}
