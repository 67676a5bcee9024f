import type { LoaderFunctionArgs } from '@remix-run/node'
import { siteOrigin } from '../http/origin.server.ts'
import { invalidAddress } from '../http/responses.server.ts'
import { sitemapPart, sitemapParts } from './sitemap.server.ts'
import { xmlResponse } from './xml.ts'

/** /sitemap/0.xml and so on. */
export async function loader(args: LoaderFunctionArgs) {
  const { shop } = args.context
  const [, number = ''] = /^(\d{1,6})\.xml$/.exec(args.params.part ?? '') ?? []
  if (number === '' || Number(number) >= (await sitemapParts(shop))) return invalidAddress(args)
  return xmlResponse(sitemapPart(shop, siteOrigin(args), Number(number)))
}
