import type { DetailKey } from '#server/catalogue/product-details.ts'
import type { StaffProduct } from '#server/catalogue/staff-products.ts'
import { row, stack } from '../styles/shared.css.ts'
import { productDetailTexts } from '../texts/backoffice/products.ts'
import { productTexts as pageTexts } from '../texts/product.ts'
import { Button } from '../ui/button/button.tsx'
import { TextField } from '../ui/field/field.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { SeenState } from './seen-state.tsx'
import type { FailedForm } from './staff-pages.server.tsx'

/** The details of the product's page that the catalogue's columns do not have. */
export function ProductDetailsPanel({
  product,
  seenHash,
  failedForm,
}: {
  product: StaffProduct
  /** The hash of its details. */
  seenHash: string
  failedForm: FailedForm | undefined
}) {
  const failedDetailsForm = failedForm?.intent === 'detalhes' ? failedForm : undefined
  const detailLabels = Object.entries(pageTexts.detailLabels) as [DetailKey, { name: string; hint: string }][]
  return (
    <Panel title={productDetailTexts.title}>
      <PostForm className={stack}>
        {detailLabels.map(([key, { name, hint }]) => (
          <TextField
            key={key}
            label={name}
            hint={hint}
            name={key}
            isOptional
            defaultValue={failedDetailsForm?.getFieldValue(key) ?? product.details[key]}
            error={failedDetailsForm?.firstErrorFieldId === key ? failedDetailsForm.message : undefined}
          />
        ))}
        <SeenState
          seenHash={seenHash}
          failedForm={failedDetailsForm}
          presentValues={detailLabels.map(([key, { name }]) => ({
            field: key,
            label: name,
            value: product.details[key] ?? '',
          }))}
        />
        <div className={row}>
          <Button variant="outline" name="intent" value="detalhes">
            {productDetailTexts.save}
          </Button>
        </div>
      </PostForm>
    </Panel>
  )
}
