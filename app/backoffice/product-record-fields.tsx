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
      <ChoiceField {...field('kind')} choices={texts.kinds} />
      <ChoiceField {...field('prescription_class')} choices={texts.prescriptionClasses} />
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

type ChoiceFieldProps = ReturnType<GetFieldProps<RecordInput>> & { choices: Record<string, string> }

function ChoiceField({ choices, ...fieldProps }: ChoiceFieldProps) {
  return (
    <Select {...fieldProps}>
      <option value="">{texts.choose}</option>
      {Object.entries(choices).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Select>
  )
}
