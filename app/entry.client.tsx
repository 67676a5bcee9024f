import { RemixBrowser } from '@remix-run/react'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { keepInput, moveForeignElements } from './client/changed-page.ts'
import { installFetchErrorHandling } from './client/fetch-errors.ts'
import { storePageFormToken } from './client/form-token.ts'
import { isPageTranslated, submitTranslatedFormsNatively } from './client/translated-page.ts'
import { DocumentContextProvider } from './document/document-context.ts'
import { encodeTurboStream } from './document/encode-turbo-stream.ts'
import { guardFieldNames } from './ui/field/form-fields.ts'

installFetchErrorHandling()
submitTranslatedFormsNatively()

const { __remixContext: remixContext } = window as unknown as {
  __remixContext: { data?: string; stream: ReadableStream | null }
}
// Remix takes its data as a stream alone (app/document/handoff.ts).
if (remixContext.data) remixContext.stream = new Response(encodeTurboStream(JSON.parse(remixContext.data))).body

void decodeData().then(() =>
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

/**
 * Remix decodes the page's data in its first render, and suspends with a promise until that is done. A click in between
 * makes React hydrate synchronously what cannot be rendered yet, and the page stays dead (React error 345). So Remix is
 * called before React: it throws the same promise, which is awaited.
 */
async function decodeData(): Promise<void> {
  try {
    RemixBrowser({})
  } catch (decodingPromise) {
    await decodingPromise
  }
}
