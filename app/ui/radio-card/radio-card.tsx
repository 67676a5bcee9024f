import type { ComponentProps, ReactNode } from 'react'
import { choice } from '../field/field.css.ts'
import { card } from './radio-card.css.ts'

/** A radio button as a card: a title and a second line, such as an address; at its end a word, such as what it costs. */
export function RadioCard({
  label,
  detail,
  aside,
  ...input
}: { label: ReactNode; detail?: ReactNode; aside?: ReactNode } & ComponentProps<'input'>) {
  return (
    <label className={`${choice} ${card}`}>
      <input {...input} type="radio" />
      <span>
        <b>{label}</b> {detail && <span>{detail}</span>}
      </span>{' '}
      {aside && <small>{aside}</small>}
    </label>
  )
}
