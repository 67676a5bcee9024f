import type { MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { noFields } from '../http/define-form.server.ts'
import { shopAction, shopForm } from '../http/handle-forms.server.ts'
import { throwAsErrorPage } from '../http/responses.server.ts'
import { safeRedirect } from '../http/safe-redirect.ts'
import { indexedPageMeta } from '../seo/page-head.ts'
import { titleOf } from '../seo/page-title.ts'
import { metaDescription, publicPicture } from '../seo/product-head.ts'
import { StructuredDataScript } from '../seo/structured-data-script.tsx'
import { addToBag } from '../shell/bag-forms.server.ts'
import { muted, small, stack } from '../styles/shared.css.ts'
import { formatMoney } from '../texts/format.ts'
import { productTexts as texts } from '../texts/product.ts'
import { Breadcrumb } from '../ui/breadcrumb/breadcrumb.tsx'
import { formStateOf } from '../ui/field/form-fields.ts'
import { Gallery } from '../ui/gallery/gallery.tsx'
import { MedicinePlaceholder } from '../ui/medicine-placeholder/medicine-placeholder.tsx'
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

const bagForm = (intent: 'add' | 'replace') =>
  shopForm({
    ...noFields,
    intent,
    async run({ args, shop, form, visitor }) {
      const { id, slug } = await shop.catalogue
        .findProductBySlug(visitor.branch.id, args.params.slug ?? '')
        .catch(throwAsErrorPage)
      const to = safeRedirect(form.get('redirectTo'), `/produto/${slug}`)
      const wish = { productId: id, quantity: String(form.get('quantity') ?? '1'), replaces: intent === 'replace' }
      return { to, ...(await addToBag(args, visitor, wish, to)) }
    },
    next: (_, reply) => reply,
  })

/** 'Adicionar no carrinho' and 'Atualizar carrinho'. */
export const action = shopAction(bagForm('replace'), bagForm('add'))

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return [{ title: titleOf(matches, undefined) }]
  const { product, placeholder } = data
  return [
    { title: titleOf(matches, product.name) },
    ...(placeholder ? [] : product.pictures.slice(0, 1)).map(({ key }) => preloadPicture(key)),
    ...indexedPageMeta(matches, {
      title: product.name,
      description: metaDescription(product),
      path: `/produto/${product.slug}`,
      picture: publicPicture(product),
      type: 'product',
      // The law lets a prescription item tell its price, too (RDC 44/2009, art. 54).
      price: product.stock > 0 ? formatMoney(product.priceCents) : undefined,
    }),
  ]
}

export default function ProductPage() {
  const { product, categories, crumbs, graph, alternatives, recent, pharmacist, placeholder, ...visit } =
    useLoaderData<typeof loader>()
  const { message } = formStateOf(useActionData<typeof action>())
  return (
    <>
      <Breadcrumb items={crumbs} />
      <div className={stack}>
        {message && (
          <Message tone="error" role="alert">
            {message}
          </Message>
        )}
        <div className={columns}>
          {placeholder ? <MedicinePlaceholder {...placeholder} /> : <Gallery pictures={product.pictures} />}
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
