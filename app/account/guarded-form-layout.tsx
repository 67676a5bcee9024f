import type { ReactNode } from 'react'
import { FormGuard } from '../shell/form-guard.tsx'
import { narrowColumn } from '../styles/narrow.css.ts'
import { stack } from '../styles/shared.css.ts'
import { Button } from '../ui/button/button.tsx'
import { ErrorSummary } from '../ui/error-summary/error-summary.tsx'
import type { FormState } from '../ui/field/form-fields.ts'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'

type GuardedFormLayoutProps = {
  id: string
  title: string
  intro?: ReactNode
  formState: FormState
  fields: ReactNode
  submitLabel: string
  /** The button's value, on a page with several forms. */
  intent?: string
  /** Below the form, in its panel. */
  footer?: ReactNode
  /** Below the panel. */
  children?: ReactNode
}

/** A page with one form protected from robots: its title, its errors, and the form in a panel. */
export function GuardedFormLayout(props: GuardedFormLayoutProps) {
  const { id, title, intro, formState, fields, submitLabel, intent, footer, children } = props
  return (
    <div className={`${narrowColumn} ${stack}`}>
      <h1>{title}</h1>
      <ErrorSummary errors={formState.errors} />
      <Panel as="div">
        {intro && <p>{intro}</p>}
        <PostForm className={stack} id={id}>
          <FormGuard />
          {fields}
          <Button size="big" {...(intent && { name: 'intent', value: intent })}>
            {submitLabel}
          </Button>
        </PostForm>
        {footer}
      </Panel>
      {children}
    </div>
  )
}
