import { stack } from '../styles/shared.css.ts'
import { foreignFormTexts as texts } from '../texts/foreign-form.ts'
import { ButtonLink } from '../ui/button/button.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { ResendForm } from '../ui/resend-form/resend-form.tsx'

interface ForeignFormProps {
  /** Where it was sent. */
  path: string
  fields: [name: string, value: string][]
}

/** In place of an error: what was typed on the page of an account that is no longer signed in (`http/form-account.server.ts`). */
export function ForeignForm({ path, fields }: ForeignFormProps) {
  return (
    <div className={stack}>
      <h1>{texts.pageTitle}</h1>
      <p role="alert">{texts.refusedMessage}</p>
      <Panel title={texts.title}>
        <ResendForm
          action={path}
          fields={fields.map(([name, value]) => ({ name, value, label: texts.labels[name] ?? null }))}
          submitLabel={texts.submit}
        />
      </Panel>
      <p>
        <ButtonLink href={path}>{texts.continueAsCurrent}</ButtonLink>
      </p>
    </div>
  )
}
