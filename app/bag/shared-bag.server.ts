import { data, type LoaderFunctionArgs } from '@remix-run/node'
import type { ReviewedBag } from '#server/bag/bag.ts'
import type { ShopErrorCode } from '#server/platform/errors.ts'
import { isShopError, toErrorResponseInit } from '../http/responses.server.ts'
import { sharedBagTexts as texts } from '../texts/shared-bag.ts'

/** What the address holds. @throws the error page for a link that cannot be used */
export function readSharedBagLink({ context, params }: Pick<LoaderFunctionArgs, 'context' | 'params'>) {
  try {
    return context.shop.bags.links.readToken(params.token ?? '')
  } catch (error) {
    if (!isShopError(error)) throw error
    const links = [{ name: texts.seeProducts, href: '/categoria/medicamentos' }]
    throw data({ message: error.message, links }, toErrorResponseInit(error))
  }
}

/** The page's path, which scripts' requests have with `.data` behind it. */
export function toSharedBagPath({ params }: Pick<LoaderFunctionArgs, 'params'>): string {
  return `/sacola/${params.token}`
}

/** What of it cannot be had here, or not as much. */
export function toUnavailableMessages({
  droppedLines,
  reducedLines,
}: Pick<ReviewedBag, 'droppedLines' | 'reducedLines'>): string[] {
  return [
    ...droppedLines.map(({ name, reason }) =>
      name === null ? texts.withdrawn : (formatMessageByReason[reason] ?? texts.unavailable)(name),
    ),
    ...reducedLines.map(({ name, quantity }) => texts.reduced(name, quantity)),
  ]
}

const formatMessageByReason: { [Code in ShopErrorCode]?: (name: string) => string } = {
  'product.unknown': texts.withdrawnProduct,
  'product.paused': texts.paused,
  'product.notSoldOnline': texts.notSoldOnline,
}
