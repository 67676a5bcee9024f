import { useEffect, useRef } from 'react'
import { useErrorTitle } from '../../client/error-title.ts'
import { useHydrated } from '../../client/use-hydrated.ts'
import { componentTexts as texts } from '../../texts/components.ts'
import { Icon } from '../icon/icon.tsx'
import { messageToneClasses } from '../message/message.tsx'

export type FieldError = {
  /** The field's id, which the entry links to. Without one the error concerns the whole form, and no field is counted. */
  id?: string | undefined
  message: string
}

type ErrorSummaryProps = { title?: string; errors: FieldError[]; takesFocus?: boolean }

/**
 * A form's errors, with a link to each field; renders nothing without errors. `title` precedes the count of fields.
 *
 * The summary takes the focus when it appears: by `autofocus` on a page that arrives with it, by script after a refusal
 * without a page load. Hydration does not move the focus.
 */
export function ErrorSummary({ title, errors, takesFocus = true }: ErrorSummaryProps) {
  const summaryRef = useRef<HTMLDivElement>(null)
  const wasServerRendered = useRef(!useHydrated())
  const joinedMessages = errors.map((error) => error.message).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: other messages mean another refusal
  useEffect(() => {
    if (!wasServerRendered.current) summaryRef.current?.focus()
    wasServerRendered.current = false
  }, [joinedMessages])
  useErrorTitle(errors.length > 0)

  if (errors.length === 0) return null
  const fieldCount = errors.filter(({ id }) => id).length
  return (
    // biome-ignore lint/a11y/noAutofocus: without scripts nothing else leads to the errors
    <div className={messageToneClasses.error} role="alert" tabIndex={-1} autoFocus={takesFocus} ref={summaryRef}>
      <Icon name="warning" />
      <div>
        {(title || fieldCount > 0) && (
          <h2>{[title, fieldCount > 0 && texts.fixFields(fieldCount)].filter(Boolean).join(' ')}</h2>
        )}
        <ul>
          {errors.map(({ id, message }) => (
            <li key={`${id} ${message}`}>{id ? <a href={`#${id}`}>{message}</a> : message}</li>
          ))}
        </ul>
      </div>
    </div>
  )
}
