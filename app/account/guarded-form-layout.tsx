import { type FieldMetadata, type SubmissionResult, useForm } from '@conform-to/react'
import type { ReactNode } from 'react'
import { FormGuard } from '../shell/form-guard.tsx'
import { narrowColumn } from '../styles/narrow.css.ts'
import { stack } from '../styles/shared.css.ts'
import { Button } from '../ui/button/button.tsx'
import { ErrorSummary } from '../ui/error-summary/error-summary.tsx'
import { toSummaryErrors } from '../ui/field/form-fields.ts'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'

type GuardedFormLayoutProps<FieldName extends string> = {
  id: string
  title: string
  intro?: ReactNode
  /** The action's response; undefined before the form was refused. */
  actionData: { result: SubmissionResult } | undefined
  renderFields: (fields: Record<FieldName, FieldMetadata<string>>) => ReactNode
  /** The button. */
  submitLabel: string
  /** The button's value, on a page with several forms. */
  intent?: string
  /** Below the form, in its panel. */
  footer?: ReactNode
  /** Below the panel. */
  children?: ReactNode
}

/** A page with one form protected from robots: its title, its errors, and the form in a panel. */
export function GuardedFormLayout<FieldName extends string>(props: GuardedFormLayoutProps<FieldName>) {
  const { id, title, intro, actionData, renderFields, submitLabel, intent, footer, children } = props
  const [form, fieldMetadata] = useForm<Record<string, string>>({
    id,
    lastResult: actionData?.result,
    defaultNoValidate: false,
  })
  return (
    <div className={`${narrowColumn} ${stack}`}>
      <h1>{title}</h1>
      <ErrorSummary errors={toSummaryErrors(form)} />
      <Panel as="div">
        {intro && <p>{intro}</p>}
        <PostForm className={stack} id={form.id}>
          <FormGuard />
          {renderFields(fieldMetadata as Record<FieldName, FieldMetadata<string>>)}
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
