import { Fragment } from 'react'
import { callTexts as texts } from '../texts/calls.ts'
import { example, list, name } from './call-list.css.ts'

type CallListProps = {
  calls: {
    path: string
    /** The body's content type; null where there is no body. */
    type: string | null
    fields: { name: string; required: boolean }[]
    /** JSON, indented. */
    example: string | null
  }[]
}

/** The API's calls, each unfolding to its fields and an example. */
export function CallList({ calls }: CallListProps) {
  return (
    <ul className={list}>
      {calls.map((call) => (
        <li key={call.path} id={call.path.replace('/api/', '')}>
          <details>
            <summary className={name}>
              {call.path.split('/').map((segment, index) => (
                <Fragment key={segment}>
                  {index > 0 && '/'}
                  <wbr />
                  {segment}
                </Fragment>
              ))}
            </summary>
            {call.fields.length === 0 && <p>{texts.noFields}</p>}
            <ul>
              {call.fields.map((field) => (
                <li key={field.name}>
                  <code>{field.name}</code> ({field.required ? texts.required : texts.optional})
                </li>
              ))}
            </ul>
            {call.example && (
              <>
                <p>
                  {texts.exampleTitle} (<code>{call.type}</code>)
                </p>
                <pre className={example}>{call.example}</pre>
              </>
            )}
          </details>
        </li>
      ))}
    </ul>
  )
}
