import type { DetailKey } from '#server/catalogue/product-details.ts'
import { stack } from '../../styles/shared.css.ts'
import type { CeilingValues } from '../../texts/ceilings.ts'
import { formatMoney, preventUnitBreaks } from '../../texts/format.ts'
import { buildProductDescription, shortenDescription, productTexts as texts } from '../../texts/product.ts'
import { DescriptionList } from '../description-list/description-list.tsx'
import { LegalNote } from '../legal-note/legal-note.tsx'
import type { ProductView } from './product-view.ts'

/** Where the law's price list is published (CMED). */
const ceilingPriceListUrl = 'https://www.gov.br/anvisa/pt-br/assuntos/medicamentos/cmed/precos'

type ProductFactsProps = {
  product: ProductView
  /** The product's categories, the main one first. */
  categories: { name: string; href: string }[]
  /** Of the branch that sells; null where none is known. */
  ceiling: CeilingValues | null
}

/**
 * The whole description, the warnings and the data sheet. A prescription item shows only what the law allows: name, active
 * ingredient, presentation, registration, holder (RDC 44/2009, art. 54).
 */
export function ProductFacts({ product, categories, ceiling }: ProductFactsProps) {
  const isPrescriptionItem = product.requiresPrescription
  const description = buildProductDescription(product)
  // A short description stands whole beside the picture: here it would say the same again.
  const isDescriptionShortened = shortenDescription(description) !== description
  const { leafletUrl, isMedicine } = product
  return (
    <div className={stack} id="detalhes">
      {(isDescriptionShortened || leafletUrl || isMedicine) && (
        <section className={stack}>
          <h2>{isMedicine ? texts.beforeUse : texts.detailsTitle}</h2>
          {isDescriptionShortened && <p>{preventUnitBreaks(description)}</p>}
          {leafletUrl && (
            <p>
              <a href={leafletUrl}>{texts.leaflet}</a>
            </p>
          )}
          {isMedicine && <LegalNote warnings={listWarnings(product)} />}
        </section>
      )}
      <section className={stack}>
        <h2>{isPrescriptionItem ? texts.medicineDetails : texts.factsTitle}</h2>
        <DescriptionList
          items={[
            { name: texts.activeIngredient, value: product.activeIngredient },
            { name: texts.presentation, value: product.presentation },
            {
              name: isPrescriptionItem ? texts.registrationHolder : texts.manufacturer,
              value: product.manufacturer,
            },
            { name: texts.brand, value: isPrescriptionItem ? null : product.brand },
            { name: texts.kind, value: texts.kinds[product.kind] },
            { name: texts.saleClass, value: texts.saleClasses[product.prescriptionClass] },
            { name: texts.registration, value: product.anvisaRegistration },
            { name: texts.sku, value: product.sku },
            { name: texts.ean, value: product.ean },
            ...(isPrescriptionItem ? [] : listDetailItems(product)),
            ...(ceiling ? [{ name: texts.ceilingPrice(ceiling), value: <CeilingPrice cents={ceiling.cents} /> }] : []),
            { name: texts.categories, value: <CategoryLinks categories={categories} /> },
          ]}
        />
      </section>
    </div>
  )
}

/** What may be told of a product beside what the law names; one without words does not compile. */
function listDetailItems({ details }: ProductView) {
  const detailTexts: Record<DetailKey, { name: string; format?: (value: string) => string }> = texts.detailLabels
  return (Object.keys(detailTexts) as DetailKey[]).map((key) => {
    const { name, format = (value: string) => value } = detailTexts[key]
    return { name, value: details[key] && format(details[key]) }
  })
}

function CeilingPrice({ cents }: { cents: number }) {
  return (
    <>
      {formatMoney(cents)}. <a href={ceilingPriceListUrl}>{texts.ceilingPriceListLink}</a>
    </>
  )
}

function CategoryLinks({ categories }: Pick<ProductFactsProps, 'categories'>) {
  return categories.map(({ name, href }, index) => (
    <span key={href}>
      {index > 0 && ', '}
      <a href={href}>{name}</a>
    </span>
  ))
}

/** The risk warnings are only for medicines sold without prescription (RDC 96/2008). */
function listWarnings({ requiresPrescription, name, substanceWarnings }: ProductView): string[] {
  return requiresPrescription
    ? [texts.symptomsPersistWarning]
    : [...substanceWarnings, texts.warning(name), texts.symptomsPersistWarning]
}
