import type { ComponentProps } from 'react'
import { row, visuallyHidden } from '../styles/shared.css.ts'
import { Button } from '../ui/button/button.tsx'

type IntentButtonProps = Omit<ComponentProps<typeof Button>, 'value' | 'children'> & {
  intent: string
  label: string
  /** For screen readers, where several things have such a button. */
  subject?: string | undefined
}

/** Sends its form, and says what for. */
export function IntentButton({ intent, label, subject, ...buttonProps }: IntentButtonProps) {
  return (
    <Button name="intent" value={intent} {...buttonProps}>
      {label}
      {subject !== undefined && <span className={visuallyHidden}> {subject}</span>}
    </Button>
  )
}

/** The same alone on its line, no wider than its label. */
export function IntentRow(props: IntentButtonProps) {
  return (
    <div className={row}>
      <IntentButton {...props} />
    </div>
  )
}
