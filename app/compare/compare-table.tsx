import type { Product } from '#server/catalogue/types.ts'
import { visuallyHidden } from '../styles/shared.css.ts'
import { compareTexts as texts } from '../texts/compare.ts'
import { componentTexts, formatStock } from '../texts/components.ts'
import { formatMoney } from '../texts/format.ts'
import { productTexts } from '../texts/product.ts'
import { Button } from '../ui/button/button.tsx'
import { Picture } from '../ui/picture/picture.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import * as css from './compare-table.css.ts'

/** Products side by side, one feature a row; rows in which they differ are marked, and say so. */
export function CompareTable({ products }: { products: Product[] }) {
  return (
    <>
      {products.length > 1 && <p className={css.scrollHint}>{texts.scrollHint}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <section className={css.scrollContainer} aria-label={texts.tableCaption} tabIndex={0}>
        <table className={css.table}>
          <thead>
            <tr>
              <td />
              {products.map(({ id, slug, name, pictureKey }) => (
                <th key={id} scope="col" id={`comparado-${id}`}>
                  <Picture pictureKey={pictureKey} width={160} alt="" isEager />
                  <a href={`/produto/${slug}`}>{name}</a>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {comparedFeatures.map(({ name, toValue }) => {
              const values = products.map(toValue)
              if (values.every((value) => value === null || value === '')) return null
              const isDifferent = new Set(values).size > 1
              return (
                <tr key={name} className={isDifferent ? css.differingRow : undefined}>
                  <th scope="row">
                    <span>
                      {name} {isDifferent && <small>{texts.differenceLabel}</small>}
                    </span>
                  </th>
                  {products.map((product, index) => (
                    <td key={product.id}>{values[index] || texts.noValue}</td>
                  ))}
                </tr>
              )
            })}
            <tr>
              <td />
              {products.map(({ id, slug, stock, isSellableOnline }) => (
                <td key={id} className={css.actions}>
                  {stock > 0 && isSellableOnline && (
                    <PostForm action={`/produto/${slug}`} data-enhanced>
                      <input type="hidden" name="redirectTo" value="/comparar" />
                      <Button variant="soft" name="id" value={id} aria-describedby={`comparado-${id}`}>
                        {componentTexts.addToBag}
                        <span className={visuallyHidden}>{componentTexts.addToBagSuffix}</span>
                      </Button>
                    </PostForm>
                  )}
                  <PostForm data-enhanced>
                    <input type="hidden" name="intent" value="remove" />
                    <Button variant="outline" name="id" value={id} aria-describedby={`comparado-${id}`}>
                      {texts.remove}
                      <span className={visuallyHidden}>{texts.removeSuffix}</span>
                    </Button>
                  </PostForm>
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </section>
    </>
  )
}

/** A prescription item's price is shown without a discount, as everywhere (RDC 44/2009, art. 54). */
const comparedFeatures: { name: string; toValue: (product: Product) => string | null }[] = [
  { name: texts.price, toValue: ({ stock, priceCents }) => (stock > 0 ? formatMoney(priceCents) : null) },
  { name: texts.stock, toValue: ({ stock }) => formatStock(stock) },
  { name: texts.brand, toValue: ({ brand }) => brand },
  { name: texts.activeIngredient, toValue: ({ activeIngredient }) => activeIngredient },
  { name: texts.presentation, toValue: ({ presentation }) => presentation },
  { name: texts.manufacturer, toValue: ({ manufacturer }) => manufacturer },
  { name: texts.kind, toValue: ({ kind }) => productTexts.kinds[kind] },
  { name: texts.saleClass, toValue: ({ prescriptionClass }) => productTexts.saleClasses[prescriptionClass] },
  { name: texts.registration, toValue: ({ anvisaRegistration }) => anvisaRegistration },
]
