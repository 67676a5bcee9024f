import type { AppLoadContext } from '@remix-run/node'
import type { ReviewedBag } from '#server/bag/bag.ts'
import { loadVisitor } from '../http/visitor.server.ts'
import type { RequestArgs } from '../load-context.ts'

const reviewByContext = new WeakMap<AppLoadContext, Promise<ReviewedBag>>()

/** The visitor's bag as it can be ordered now, checked once per request: the bag's page and its header count the same. */
export function loadReviewedBag(args: RequestArgs): Promise<ReviewedBag> {
  const review = reviewByContext.get(args.context) ?? reviewBag(args)
  reviewByContext.set(args.context, review)
  return review
}

async function reviewBag(args: RequestArgs): Promise<ReviewedBag> {
  const { bag, branch } = await loadVisitor(args)
  return args.context.shop.bags.reviewBag(bag, branch.id)
}
