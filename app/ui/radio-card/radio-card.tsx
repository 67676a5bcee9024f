import type { ComponentProps, ReactNode } from 'react'
import { choiceLabel } from '../field/field.css.ts'
import { radioCard } from './radio-card.css.ts'

/** A radio button as a card: a title and a second line, such as an address; at its end a word, such as what it costs. */
export function RadioCard({
  label,
  detail,
  trailingContent,
  ...inputProps
}: { label: ReactNode; detail?: ReactNode; trailingContent?: ReactNode } & ComponentProps<'input'>) {
  return (
    <label className={`${choiceLabel} ${radioCard}`}>
      <input {...inputProps} type="radio" />
      <span>
        <b>{label}</b> {detail && <span>{detail}</span>}
      </span>{' '}
      {trailingContent && <small>{trailingContent}</small>}
    </label>
  )
}
