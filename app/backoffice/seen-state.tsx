import { backofficeTexts as texts } from '../texts/backoffice/frame.ts'
import { DescriptionList } from '../ui/description-list/description-list.tsx'
import type { FormState } from '../ui/field/form-fields.ts'

type SeenStateProps = {
  /** The hash of what the form shows (`server/platform/seen-state.ts`). */
  seenHash: string
  /** The form as it was refused; undefined for another one. */
  failedForm?: FormState | undefined
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
