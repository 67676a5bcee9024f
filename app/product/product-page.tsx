import type { MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { createShopAction, defineShopForm } from '../http/handle-forms.server.ts'
import { throwAsErrorPage } from '../http/responses.server.ts'
import { safeRedirect } from '../http/safe-redirect.ts'
import { buildIndexedPageMeta } from '../seo/page-head.ts'
import { buildPageTitle } from '../seo/page-title.ts'
import { getPublicPicturePath, toMetaDescription } from '../seo/product-head.ts'
import { StructuredDataScript } from '../seo/structured-data-script.tsx'
import { addToBag } from '../shell/bag-forms.server.ts'
import { muted, small, stack } from '../styles/shared.css.ts'
import { formatMoney } from '../texts/format.ts'
import { productTexts as texts } from '../texts/product.ts'
import { Breadcrumb } from '../ui/breadcrumb/breadcrumb.tsx'
import { toFormState } from '../ui/field/form-fields.ts'
import { Message } from '../ui/message/message.tsx'
import { PharmacistCard } from '../ui/pharmacist/pharmacist.tsx'
import { buildPicturePreload, hasPicture } from '../ui/picture/picture.tsx'
import { productColumns } from '../ui/product-details/product-details.css.ts'
import { ProductDetails } from '../ui/product-details/product-details.tsx'
import { ProductFacts } from '../ui/product-details/product-facts.tsx'
import { ProductPictures } from '../ui/product-details/product-pictures.tsx'
import { Section } from '../ui/section/section.tsx'
import { CheaperGeneric } from './cheaper-generic.tsx'
import { loadProductPage } from './product.server.ts'
import { ProductLinks } from './product-links.tsx'

export const loader = loadProductPage

const createBagForm = (intent: 'add' | 'replace') =>
  defineShopForm({
    intent,
    async run({ args, shop, formData, visitor }) {
      const { id, slug } = await shop.catalogue
        .getProductBySlug(visitor.branch.id, args.params.slug ?? '')
        .catch(throwAsErrorPage)
      const returnTo = safeRedirect(formData.get('redirectTo'), `/produto/${slug}`)
      const input = {
        productId: id,
        quantity: String(formData.get('quantity') ?? '1'),
        isReplacement: intent === 'replace',
      }
      return { to: returnTo, ...(await addToBag(args, visitor, input, returnTo)) }
    },
    respond: (_, result) => result,
  })

/** 'Adicionar no carrinho' and 'Atualizar carrinho'. */
export const action = createShopAction(createBagForm('replace'), createBagForm('add'))

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return [{ title: buildPageTitle(matches, undefined) }]
  const { product } = data
  return [
    { title: buildPageTitle(matches, product.name) },
    ...(hasPicture(product) ? product.pictures.slice(0, 1) : []).map(({ key }) => buildPicturePreload(key)),
    ...buildIndexedPageMeta(matches, {
      title: product.name,
      description: toMetaDescription(product),
      path: `/produto/${product.slug}`,
      picturePath: getPublicPicturePath(product),
      type: 'product',
      // The law lets a prescription item tell its price, too (RDC 44/2009, art. 54).
      priceText: product.stock > 0 ? formatMoney(product.priceCents) : undefined,
    }),
  ]
}

export default function ProductPage() {
  const {
    product,
    categories,
    ceiling,
    breadcrumbs,
    graph,
    cheaperGeneric,
    alternatives,
    recentProducts,
    pharmacist,
    ...detailsProps
  } = useLoaderData<typeof loader>()
  const { message } = toFormState(useActionData<typeof action>())
  return (
    <>
      <Breadcrumb items={breadcrumbs} />
      <div className={stack}>
        {message && (
          <Message tone="error" role="alert">
            {message}
          </Message>
        )}
        <div className={productColumns}>
          <ProductPictures product={product} />
          <div className={stack}>
            <ProductDetails product={product} {...detailsProps}>
              {cheaperGeneric && <CheaperGeneric product={cheaperGeneric} referencePriceCents={product.priceCents} />}
              {product.requiresPrescription && <PharmacistCard {...pharmacist} />}
            </ProductDetails>
            {product.isMedicine && !product.requiresPrescription && <PharmacistCard {...pharmacist} />}
          </div>
          <ProductFacts product={product} categories={categories} ceiling={ceiling} />
        </div>
      </div>
      {alternatives.length > 0 && (
        <Section title={texts.alternatives}>
          <ProductLinks products={alternatives} referencePriceCents={product.priceCents} />
          <p className={`${muted} ${small}`}>{texts.alternativesNote}</p>
        </Section>
      )}
      <StructuredDataScript graph={graph} />
      {recentProducts.length > 0 && (
        <Section title={texts.recentlyViewed}>
          <ProductLinks products={recentProducts} />
        </Section>
      )}
    </>
  )
}
