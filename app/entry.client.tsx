import { RemixBrowser } from '@remix-run/react'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { watchCalls } from './call-faults.ts'
import { DocumentContextProvider } from './document/document-context.ts'

// What the page writes anew into its head must carry the nonce that its policy knows.
const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce

watchCalls()

dataIsDecoded().then(() =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <DocumentContextProvider value={{ nonce, scripts: true }}>
          <RemixBrowser />
        </DocumentContextProvider>
      </StrictMode>,
    )
  }),
)

/**
 * Remix decodes the page's data in its first render, and suspends with a promise until that is done. A shopper who clicks
 * in between makes React hydrate at once what cannot be rendered yet, and the page stays dead (React error 345). Asked
 * before React, Remix throws the same promise.
 */
async function dataIsDecoded(): Promise<void> {
  try {
    RemixBrowser({})
  } catch (decoding) {
    await decoding
  }
}
