import type { ReactNode } from 'react'
import { formatMoney } from '../texts/format.ts'
import { actionBar } from './action-bar.css.ts'

type ActionBarProps = {
  /** What the amount is: the total, or what is left to pay. */
  label: string
  amountCents: number
  /** The form's button. */
  children: ReactNode
}

/**
 * The last child of a page's form: its button; on phones with the amount, at the bottom of the screen. The form is a child of
 * what the bar stays in view for.
 */
export function ActionBar({ label, amountCents, children }: ActionBarProps) {
  return (
    <div className={actionBar}>
      {/* Read out when a change of the bag changes it. */}
      <p role="status">
        {label} <b>{formatMoney(amountCents)}</b>
      </p>
      {children}
    </div>
  )
}
