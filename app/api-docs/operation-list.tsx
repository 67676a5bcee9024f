import { Fragment } from 'react'
import { apiDocsTexts as texts } from '../texts/api-docs.ts'
import { exampleBlock, operationList, operationPath } from './operation-list.css.ts'

type OperationListProps = {
  operations: {
    path: string
    /** The body's content type; null where there is no body. */
    contentType: string | null
    fields: { name: string; isRequired: boolean }[]
    /** JSON, indented. */
    example: string | null
  }[]
}

/** The API's calls, each unfolding to its fields and an example. */
export function OperationList({ operations }: OperationListProps) {
  return (
    <ul className={operationList}>
      {operations.map((operation) => (
        <li key={operation.path} id={operation.path.replace('/api/', '')}>
          <details>
            <summary className={operationPath}>
              {operation.path.split('/').map((segment, index) => (
                <Fragment key={segment}>
                  {index > 0 && '/'}
                  <wbr />
                  {segment}
                </Fragment>
              ))}
            </summary>
            {operation.fields.length === 0 && <p>{texts.noFields}</p>}
            <ul>
              {operation.fields.map((field) => (
                <li key={field.name}>
                  <code>{field.name}</code> ({field.isRequired ? texts.required : texts.optional})
                </li>
              ))}
            </ul>
            {operation.example && (
              <>
                <p>
                  {texts.exampleTitle} (<code>{operation.contentType}</code>)
                </p>
                <pre className={exampleBlock}>{operation.example}</pre>
              </>
            )}
          </details>
        </li>
      ))}
    </ul>
  )
}
