import { type ActionFunctionArgs, data, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { readForm } from '../http/read-form.server.ts'
import { refusalInit, refusalOf, refusalPage, seeOther } from '../http/responses.server.ts'
import { safeRedirect } from '../http/safe-redirect.ts'
import { visitorOf } from '../http/visitor.server.ts'
import { indexedPage } from '../seo/page-head.ts'
import { titleOf } from '../seo/page-title.ts'
import { metaDescription, publicPicture } from '../seo/product-head.ts'
import { StructuredDataScript } from '../seo/structured-data-script.tsx'
import { addToBag } from '../shell/bag-forms.server.ts'
import { muted, small, stack } from '../styles/shared.css.ts'
import { productTexts as texts } from '../texts/product.ts'
import { Breadcrumb } from '../ui/breadcrumb/breadcrumb.tsx'
import { Gallery } from '../ui/gallery/gallery.tsx'
import { MedicinePlate } from '../ui/medicine-plate/medicine-plate.tsx'
import { Message } from '../ui/message/message.tsx'
import { Pharmacist } from '../ui/pharmacist/pharmacist.tsx'
import { preloadPicture } from '../ui/picture/picture.tsx'
import { columns } from '../ui/product-details/product-details.css.ts'
import { ProductDetails } from '../ui/product-details/product-details.tsx'
import { ProductFacts } from '../ui/product-details/product-facts.tsx'
import { Section } from '../ui/section/section.tsx'
import { loadProductPage } from './product.server.ts'
import { ProductLinks } from './product-links.tsx'

export const loader = loadProductPage

export async function action(args: ActionFunctionArgs) {
  const { context, params, request } = args
  const form = await readForm(request)
  const visitor = await visitorOf(args)
  const product = await context.shop.catalogue
    .findProductBySlug(visitor.branch.id, params.slug ?? '')
    .catch(refusalPage)
  const returnTo = safeRedirect(form.get('redirectTo'), `/produto/${product.slug}`)
  try {
    return await seeOther(context, returnTo, await addToBag(args, visitor, form, product.id, returnTo))
  } catch (error) {
    const refusal = refusalOf(context, error)
    return data({ refusal: refusal.message }, refusalInit(refusal))
  }
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return [{ title: titleOf(matches, undefined) }]
  const { product, plate } = data
  return [
    { title: titleOf(matches, product.name) },
    ...(plate ? [] : product.pictures.slice(0, 1)).map(({ key }) => preloadPicture(key)),
    ...indexedPage(matches, {
      title: product.name,
      description: metaDescription(product),
      path: `/produto/${product.slug}`,
      picture: publicPicture(product),
      type: 'product',
    }),
  ]
}

export default function ProductPage() {
  const { product, categories, crumbs, graph, alternatives, recent, pharmacist, plate, ...visit } =
    useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <>
      <Breadcrumb items={crumbs} />
      <div className={stack}>
        {refused && 'refusal' in refused && (
          <Message tone="error" role="alert">
            {refused.refusal}
          </Message>
        )}
        <div className={columns}>
          {plate ? <MedicinePlate {...plate} /> : <Gallery pictures={product.pictures} />}
          <ProductDetails product={product} {...visit} />
          {product.isMedicine && <Pharmacist {...pharmacist} />}
        </div>
      </div>
      {alternatives.length > 0 && (
        <Section title={texts.alternatives}>
          <ProductLinks products={alternatives} insteadOfCents={product.priceCents} />
          <p className={`${muted} ${small}`}>{texts.alternativesNote}</p>
        </Section>
      )}
      <ProductFacts product={product} categories={categories} />
      <StructuredDataScript graph={graph} />
      {recent.length > 0 && (
        <Section title={texts.recent}>
          <ProductLinks products={recent} />
        </Section>
      )}
    </>
  )
}
