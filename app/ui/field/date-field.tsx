import type { ComponentProps } from 'react'
import { componentTexts as texts } from '../../texts/components.ts'
import { formatDay } from '../../texts/format.ts'
import { TextField } from './field.tsx'

type DateFieldProps = Omit<ComponentProps<typeof TextField>, 'defaultValue' | 'actionButton'> & {
  /** yyyy-MM-dd, or what was typed. */
  defaultValue?: string | undefined
}

/**
 * A date as a text input: native date pickers use the browser's locale, are slow for birthdays, and drop invalid input, which
 * must be shown again with its error. In a form with `maskFields` its digits are formatted.
 */
export function DateField({ defaultValue = '', hint, ...fieldProps }: DateFieldProps) {
  return (
    <TextField
      inputMode="numeric"
      autoComplete="off"
      data-mask="date"
      {...fieldProps}
      hint={hint ? `${texts.dayHint} ${hint}` : texts.dayHint}
      defaultValue={formatDay(defaultValue)}
    />
  )
}
