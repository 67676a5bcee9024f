import { backofficeTexts as texts } from '../texts/backoffice/frame.ts'
import { DescriptionList } from '../ui/description-list/description-list.tsx'
import { toFieldName } from '../ui/field/field-props.ts'
import type { FailedForm } from './staff-pages.server.tsx'

type SeenStateProps = {
  /** The hash of what the form shows (`server/platform/seen-state.ts`). */
  seenHash: string
  /** The form as it was refused; undefined for another one. */
  failedForm?: FailedForm | undefined
  /** What stands now, by the form's fields: its value as the field has it, and as people read it. */
  presentValues?: PresentValue[] | undefined
}

interface PresentValue {
  field: string
  label: string
  value: string
  text?: string | undefined
}

/** Says with a form which state its sender saw; where another one stands by now, what it is beside what was typed. */
export function SeenState({ seenHash, failedForm, presentValues = [] }: SeenStateProps) {
  const otherValues =
    failedForm?.errorCode === 'page.outdated'
      ? presentValues.filter(({ field, value }) => failedForm.getFieldValue(field) !== value)
      : []
  return (
    <>
      <input type="hidden" name="seen_hash" value={seenHash} />
      {otherValues.length > 0 && (
        <div>
          <p>{texts.presentValues}</p>
          <DescriptionList
            items={otherValues.map(({ label, value, text = value }) => ({ name: label, value: text || texts.noValue }))}
          />
        </div>
      )}
    </>
  )
}

/**
 * What stands now in a form's fields, by its table of labels.
 * @param format as people read a value, where that is not how the field has it
 */
export function listPresentValues<Input extends string>(
  texts: { readonly [Name in Input]: readonly [label: string, hint?: string] },
  values: { readonly [Name in NoInfer<Input>]?: string | undefined },
  format: { readonly [Name in NoInfer<Input>]?: (value: string) => string } = {},
): PresentValue[] {
  return (Object.keys(texts) as Input[]).map((input) => {
    const value = values[input] ?? ''
    return { field: toFieldName(input), label: texts[input][0], value, text: format[input]?.(value) }
  })
}
