import type { Product } from '#server/catalogue/shapes.ts'
import { visuallyHidden } from '../styles/shared.css.ts'
import { compareTexts as texts } from '../texts/compare.ts'
import { componentTexts, stockText } from '../texts/components.ts'
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
      {products.length > 1 && <p className={css.hint}>{texts.scrolls}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <section className={css.frame} aria-label={texts.table} tabIndex={0}>
        <table className={css.table}>
          <thead>
            <tr>
              <td />
              {products.map(({ id, slug, name, pictureKey }) => (
                <th key={id} scope="col" id={`comparado-${id}`}>
                  <Picture pictureKey={pictureKey} width={160} alt="" eager />
                  <a href={`/produto/${slug}`}>{name}</a>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {features.map(({ name, of }) => {
              const values = products.map(of)
              if (values.every((value) => value === null || value === '')) return null
              const differs = new Set(values).size > 1
              return (
                <tr key={name} className={differs ? css.differs : undefined}>
                  <th scope="row">
                    <span>
                      {name} {differs && <small>{texts.different}</small>}
                    </span>
                  </th>
                  {products.map((product, index) => (
                    <td key={product.id}>{values[index] || texts.none}</td>
                  ))}
                </tr>
              )
            })}
            <tr>
              <td />
              {products.map(({ id, slug, stock, sellableOnline }) => (
                <td key={id} className={css.actions}>
                  {stock > 0 && sellableOnline && (
                    <PostForm action={`/produto/${slug}`} data-enhanced>
                      <input type="hidden" name="redirectTo" value="/comparar" />
                      <Button variant="soft" name="id" value={id} aria-describedby={`comparado-${id}`}>
                        {componentTexts.add}
                        <span className={visuallyHidden}>{componentTexts.addRest}</span>
                      </Button>
                    </PostForm>
                  )}
                  <PostForm data-enhanced>
                    <input type="hidden" name="intent" value="remove" />
                    <Button variant="outline" name="id" value={id} aria-describedby={`comparado-${id}`}>
                      {texts.remove}
                      <span className={visuallyHidden}>{texts.removeRest}</span>
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
const features: { name: string; of: (product: Product) => string | null }[] = [
  { name: texts.price, of: ({ stock, priceCents }) => (stock > 0 ? formatMoney(priceCents) : null) },
  { name: texts.stock, of: ({ stock }) => stockText(stock) },
  { name: texts.brand, of: ({ brand }) => brand },
  { name: texts.activeIngredient, of: ({ activeIngredient }) => activeIngredient },
  { name: texts.presentation, of: ({ presentation }) => presentation },
  { name: texts.manufacturer, of: ({ manufacturer }) => manufacturer },
  { name: texts.kind, of: ({ kind }) => productTexts.kinds[kind] },
  { name: texts.sale, of: ({ prescriptionClass }) => productTexts.sales[prescriptionClass] },
  { name: texts.registration, of: ({ anvisaRegistration }) => anvisaRegistration },
]
