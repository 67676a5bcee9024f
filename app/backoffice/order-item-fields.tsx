import type { BackofficeLine } from '#server/backoffice/orders.ts'
import { parseId } from '../http/ids.ts'
import { backofficeOrderTexts as texts } from '../texts/backoffice/orders.ts'
import { Select, TextField } from '../ui/field/field.tsx'
import type { GetFieldProps } from '../ui/field/field-props.ts'
import type { FailedForm } from './staff-form.server.tsx'

type ItemFieldsProps = {
  field: GetFieldProps<'item' | 'units'>
  /** Lines with units left to pick. */
  lines: BackofficeLine[]
  selectedLine: BackofficeLine | undefined
}

/** Which of an order's items, and how many units of it. */
export function ItemFields({ field, lines, selectedLine }: ItemFieldsProps) {
  return (
    <>
      <Select
        {...field('item')}
        defaultValue={selectedLine && toItemValue(selectedLine)}
        options={lines.map((line) => [
          toItemValue(line),
          `${line.name}, ${line.unitsToPick} un. ${texts.shelfStock(line.stock)}`,
        ])}
      />
      <TextField
        {...field('units')}
        type="number"
        min={1}
        max={Math.max(...lines.map(({ unitsToPick }) => unitsToPick))}
      />
    </>
  )
}

/** The query parameter with the product that was reported as short. */
export const missingItemParam = 'falta'

/** The line chosen in a refused form, else the one reported as short. */
export function findSelectedLine(lines: BackofficeLine[], failedForm: FailedForm | undefined, url: URL) {
  const [selectedProductId] = (failedForm?.getFieldValue('item') ?? url.searchParams.get(missingItemParam) ?? '').split(
    ' ',
  )
  return lines.find(({ productId }) => String(productId) === selectedProductId)
}

export function toItemValue({ productId, unitsToPick }: BackofficeLine): string {
  return `${productId} ${unitsToPick}`
}

/** A choice of that list: what does not say its units was never shown. */
export function parseItemValue(value: string): { productId: number; lineUnits: number } {
  const [productId = '', lineUnits] = value.split(' ')
  return { productId: parseId(productId), lineUnits: Number(lineUnits) }
}
