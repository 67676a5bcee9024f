import { useEffect, useRef } from 'react'
import { componentTexts as texts } from '../../texts/components.ts'
import { useHydrated } from '../hydrated/hydrated.ts'
import { Icon } from '../icon/icon.tsx'
import { tones } from '../message/message.css.ts'

export type FieldError = {
  /** The field's id: the link leads to it. Without one the sentence speaks of the whole form, and counts no field. */
  id?: string
  message: string
}

/**
 * What has to be mended before the form passes, with a link to each field. Nothing where there is nothing to mend.
 *
 * A title stands before the count of fields. The summary takes the focus when it appears: by the browser on a page that
 * arrives with it, by script after a refusal without a page change. A page that comes alive under someone's hands keeps the
 * focus where it is.
 */
export function ErrorSummary({ title, errors }: { title?: string; errors: FieldError[] }) {
  const ref = useRef<HTMLDivElement>(null)
  const arriving = useRef(!useHydrated())
  const said = errors.map((error) => error.message).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: new sentences are a new refusal
  useEffect(() => {
    if (!arriving.current) ref.current?.focus()
    arriving.current = false
  }, [said])

  if (errors.length === 0) return null
  const fields = errors.filter(({ id }) => id).length
  return (
    // biome-ignore lint/a11y/noAutofocus: without scripts nothing else brings the reader to what was refused
    <div className={tones.error} role="alert" tabIndex={-1} autoFocus ref={ref}>
      <Icon name="warning" />
      <div>
        {(title || fields > 0) && <h2>{[title, fields > 0 && texts.fixFields(fields)].filter(Boolean).join(' ')}</h2>}
        <ul>
          {errors.map(({ id, message }) => (
            <li key={`${id} ${message}`}>{id ? <a href={`#${id}`}>{message}</a> : message}</li>
          ))}
        </ul>
      </div>
    </div>
  )
}
