import { RemixBrowser } from '@remix-run/react'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { keepInput, moveForeignElements } from './client/changed-page.ts'
import { installFetchErrorHandling } from './client/fetch-errors.ts'
import { storePageFormToken } from './client/form-token.ts'
import { isPageTranslated, submitTranslatedFormsNatively } from './client/translated-page.ts'
import { adoptHandoff } from './document/adopt-handoff.ts'
import { DocumentContextProvider } from './document/document-context.ts'
import { guardFieldNames } from './ui/field/form-fields.ts'

installFetchErrorHandling()
submitTranslatedFormsNatively()

void adoptHandoff().then(() =>
  startTransition(() => {
    // What was translated before the scripts came stays as it is without them.
    if (isPageTranslated()) return
    storePageFormToken(guardFieldNames.formToken)
    moveForeignElements()
    const restoreInput = keepInput()
    hydrateRoot(
      document,
      <StrictMode>
        <DocumentContextProvider value={{ hasScripts: true }}>
          <RemixBrowser />
        </DocumentContextProvider>
      </StrictMode>,
      {
        onRecoverableError(error) {
          console.error(error)
          restoreInput()
        },
      },
    )
  }),
)
