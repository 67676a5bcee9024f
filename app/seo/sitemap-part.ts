import type { LoaderFunctionArgs } from '@remix-run/node'
import { siteOrigin } from '../http/origin.server.ts'
import { invalidAddress } from '../http/responses.server.ts'
import { countSitemapParts, sitemapPart } from './sitemap.server.ts'
import { toXmlResponse } from './xml.ts'

/** /sitemap/0.xml and so on. */
export async function loader(args: LoaderFunctionArgs) {
  const { shop } = args.context
  const [, number = ''] = /^(\d{1,6})\.xml$/.exec(args.params.part ?? '') ?? []
  if (number === '' || Number(number) >= (await countSitemapParts(shop))) return invalidAddress(args)
  return toXmlResponse(sitemapPart(shop, siteOrigin(args), Number(number)))
}
