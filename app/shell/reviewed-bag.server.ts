import type { AppLoadContext } from '@remix-run/node'
import type { ReviewedBag } from '#server/bag/bag.ts'
import { visitorOf } from '../http/visitor.server.ts'
import type { RequestArgs } from '../load-context.ts'

const reviews = new WeakMap<AppLoadContext, Promise<ReviewedBag>>()

/** The visitor's bag as it can be ordered now, checked once per request: the bag's page and its header count the same. */
export function reviewedBag(asked: RequestArgs): Promise<ReviewedBag> {
  const review = reviews.get(asked.context) ?? reviewBag(asked)
  reviews.set(asked.context, review)
  return review
}

async function reviewBag(asked: RequestArgs): Promise<ReviewedBag> {
  const { bag, branch } = await visitorOf(asked)
  return asked.context.shop.bags.review(bag, branch.id)
}
