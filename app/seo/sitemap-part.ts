import type { LoaderFunctionArgs } from '@remix-run/node'
import { getSiteOrigin } from '../http/origin.server.ts'
import { throwInvalidPath } from '../http/responses.server.ts'
import { countSitemapParts, renderSitemapPart } from './sitemap.server.ts'
import { toXmlResponse } from './xml.ts'

/** /sitemap/0.xml and so on. */
export async function loader(args: LoaderFunctionArgs) {
  const { shop } = args.context
  const [, partNumber = ''] = /^(\d{1,6})\.xml$/.exec(args.params.fileName ?? '') ?? []
  if (partNumber === '' || Number(partNumber) >= (await countSitemapParts(shop))) return throwInvalidPath(args)
  return toXmlResponse(renderSitemapPart(shop, getSiteOrigin(args), Number(partNumber)))
}
