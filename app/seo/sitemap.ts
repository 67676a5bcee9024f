import type { LoaderFunctionArgs } from '@remix-run/node'
import { getSiteOrigin } from '../http/origin.server.ts'
import { renderSitemapIndex } from './sitemap.server.ts'
import { toXmlResponse } from './xml.ts'

/** /sitemap.xml: where its parts are. */
export function loader(args: LoaderFunctionArgs) {
  return toXmlResponse(renderSitemapIndex(args.context.shop, getSiteOrigin(args)))
}
