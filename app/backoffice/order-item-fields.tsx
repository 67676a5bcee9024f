import type { BackofficeLine } from '#server/backoffice/orders.ts'
import { parseId } from '../http/ids.ts'
import { Select, TextField } from '../ui/field/field.tsx'
import type { FailedForm } from './staff-pages.server.tsx'

type ItemFieldsProps = {
  /** The form's name: the prefix of its fields' ids, since a page has several. */
  idPrefix: string
  labels: { item: string; units: string }
  /** Lines with units left to pick. */
  lines: BackofficeLine[]
  selectedLine: BackofficeLine | undefined
  failedForm: FailedForm | undefined
}

/** Which of an order's items, and how many units of it. */
export function ItemFields({ idPrefix, labels, lines, selectedLine, failedForm }: ItemFieldsProps) {
  return (
    <>
      <Select
        label={labels.item}
        name="item"
        id={`${idPrefix}-item`}
        defaultValue={selectedLine && toItemValue(selectedLine)}
      >
        {lines.map((line) => (
          <option key={line.productId} value={toItemValue(line)}>
            {line.name}, {line.unitsToPick} un.
          </option>
        ))}
      </Select>
      <TextField
        label={labels.units}
        name="units"
        id={`${idPrefix}-units`}
        type="number"
        min={1}
        max={Math.max(...lines.map(({ unitsToPick }) => unitsToPick))}
        defaultValue={failedForm?.getFieldValue('units') ?? '1'}
        required
      />
    </>
  )
}

/** The line chosen in a refused form, else the one reported as short. */
export function findSelectedLine(
  lines: BackofficeLine[],
  failedForm: FailedForm | undefined,
  missingProductId: string | null,
) {
  const [selectedProductId] = (failedForm?.getFieldValue('item') ?? missingProductId ?? '').split(' ')
  return lines.find(({ productId }) => String(productId) === selectedProductId)
}

/** A product, and its units as the page shows them. */
function toItemValue({ productId, unitsToPick }: BackofficeLine): string {
  return `${productId} ${unitsToPick}`
}

/** A choice of that list: what does not say its units was never shown. */
export function parseItemValue(value: string): { productId: number; lineUnits: number } {
  const [productId = '', lineUnits] = value.split(' ')
  return { productId: parseId(productId), lineUnits: Number(lineUnits) }
}
