import { stack } from '../../styles/shared.css.ts'
import { Button } from '../button/button.tsx'
import { TextField } from '../field/field.tsx'

interface ResendFormProps {
  /** Where the form was sent. */
  action: string
  /** As they were sent; one without a label is hidden. */
  fields: { name: string; value: string; label: string | null }[]
  submitLabel: string
}

/** A form that could not be taken as it came, to be sent again: by the same person, since it says whose it is as before. */
export function ResendForm({ action, fields, submitLabel }: ResendFormProps) {
  return (
    <form className={stack} method="post" action={action}>
      {fields.map(({ name, value, label }, index) =>
        label === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, and names repeat
          <input key={index} type="hidden" name={name} value={value} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same
          <TextField key={index} id={`${name}-${index}`} label={label} name={name} defaultValue={value} />
        ),
      )}
      <Button size="wide">{submitLabel}</Button>
    </form>
  )
}
