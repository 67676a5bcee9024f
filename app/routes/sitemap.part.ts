import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { siteOrigin } from '../origin.server.ts'
import { sitemapPart, sitemapParts } from '../sitemap.server.ts'
import { errorTexts } from '../texts/pages.ts'
import { xmlResponse } from '../xml.ts'

/** /sitemap/0.xml and so on. */
export async function loader(args: LoaderFunctionArgs) {
  const { shop } = args.context
  const [, number = ''] = /^(\d{1,6})\.xml$/.exec(args.params.part ?? '') ?? []
  if (number === '' || Number(number) >= (await sitemapParts(shop))) {
    throw data({ message: errorTexts.pageNotFound(new URL(args.request.url).pathname) }, 404)
  }
  return xmlResponse(sitemapPart(shop, siteOrigin(args), Number(number)))
}
