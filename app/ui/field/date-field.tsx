import type { ComponentProps } from 'react'
import { componentTexts as texts } from '../../texts/components.ts'
import { formatDay } from '../../texts/format.ts'
import { TextField } from './field.tsx'

type DateFieldProps = Omit<ComponentProps<typeof TextField>, 'defaultValue' | 'action'> & {
  /** yyyy-MM-dd, or what was typed. */
  defaultValue?: string | undefined
}

/**
 * Every day that shoppers type: text, since a browser's own date field shows days in the browser's language, is slow to bring
 * to a birthday, and drops a wrong day where its refusal should show it again. In a form with `maskFields` its digits are
 * formatted.
 */
export function DateField({ defaultValue = '', hint, ...field }: DateFieldProps) {
  return (
    <TextField
      inputMode="numeric"
      autoComplete="off"
      data-mask="date"
      maxLength={20}
      {...field}
      hint={hint ? `${texts.dayHint} ${hint}` : texts.dayHint}
      defaultValue={formatDay(defaultValue)}
    />
  )
}
