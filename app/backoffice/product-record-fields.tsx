import { recordTexts as texts } from '../texts/backoffice/records.ts'
import { Select, TextArea, TextField } from '../ui/field/field.tsx'
import type { GetFieldProps } from '../ui/field/field-props.ts'

type RecordInput = keyof typeof texts.fields

type ProductRecordFieldsProps = { field: GetFieldProps<RecordInput>; categoryPaths: string[] }

/** The fields of a product's record, whether it is new, changed or completed. */
export function ProductRecordFields({ field, categoryPaths }: ProductRecordFieldsProps) {
  return (
    <>
      <TextField {...field('name')} />
      <TextField {...field('brand')} />
      <TextField {...field('manufacturer')} />
      <Select {...field('kind')} options={Object.entries(texts.kinds)}>
        <option value="">{texts.choose}</option>
      </Select>
      <Select {...field('prescription_class')} options={Object.entries(texts.prescriptionClasses)}>
        <option value="">{texts.choose}</option>
      </Select>
      <TextField {...field('category')} list="categorias" />
      <datalist id="categorias">
        {categoryPaths.map((path) => (
          <option key={path} value={path} />
        ))}
      </datalist>
      <TextField {...field('active_ingredient')} />
      <TextField {...field('presentation')} />
      <TextField {...field('ean')} />
      <TextField {...field('anvisa_registro')} />
      <TextField {...field('max_units')} inputMode="numeric" />
      <TextArea {...field('description')} />
    </>
  )
}
