import type { DetailKey } from '#server/catalogue/product-details.ts'
import type { StaffProduct } from '#server/catalogue/staff-products.ts'
import { stack } from '../styles/shared.css.ts'
import { productDetailTexts } from '../texts/backoffice/products.ts'
import { productTexts as pageTexts } from '../texts/product.ts'
import { TextField } from '../ui/field/field.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { IntentRow } from './intent-button.tsx'
import { changeDetailsForm } from './product-forms.server.ts'
import { showStaffForm } from './staff-form.server.tsx'
import type { StaffRequest } from './staff-pages.server.tsx'

type ProductDetailsPanelProps = { product: StaffProduct; seenHash: string; request: StaffRequest }

/** The details of the product's page that the catalogue's columns do not have. */
export function ProductDetailsPanel({ product, seenHash, request }: ProductDetailsPanelProps) {
  const detailLabels = Object.entries(pageTexts.detailLabels) as [DetailKey, { name: string; hint: string }][]
  const detailTexts = Object.fromEntries(detailLabels.map(([key, { name, hint }]) => [key, [name, hint]])) as {
    [Key in DetailKey]: [label: string, hint: string]
  }
  const { field, seenState } = showStaffForm(changeDetailsForm, request, {
    texts: detailTexts,
    values: product.details,
  })
  return (
    <Panel title={productDetailTexts.title}>
      <PostForm className={stack}>
        {detailLabels.map(([key]) => (
          <TextField key={key} {...field(key)} />
        ))}
        {seenState(seenHash)}
        <IntentRow intent="detalhes" label={productDetailTexts.save} variant="outline" />
      </PostForm>
    </Panel>
  )
}
