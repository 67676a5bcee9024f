import { createContext, type ReactNode, useContext } from 'react'
import type { LogoPicture } from '../ui/shop-mark/shop-mark.tsx'
import type { ScriptsStart } from './deferred-scripts.tsx'
import type { Theme } from './theme.server.ts'

/** What the document needs beyond loader data; the defaults are for the browser. */
interface DocumentContextValue {
  /** Style sheets by URL path, on the server only. */
  stylesheets?: ReadonlyMap<string, string>
  /** The shop's name, for when even the shell's data is missing; on the server only. */
  shopName?: string
  /** Its logo, for the same (`ShopLogoContext`); on the server only. */
  shopLogo?: LogoPicture | null | undefined
  /** Its own colours, on the server only. */
  theme?: Theme | null
  /** The footer, on the server only. */
  footer?: ReactNode
  /** What the error page shows in place of its own words; on the server only. */
  errorReplacement?: ReactNode
  /** Whether the page shows a refused form again; on the server only. */
  hasFormErrors?: boolean
  /** This request's id in the log, on the server only. */
  requestId?: string
  /** Makes the signed time that guarded forms carry; on the server only. */
  createFormToken?: () => string
  /** Writes the page's scripts; on the server only. */
  renderScripts?: ((start: ScriptsStart) => ReactNode) | undefined
  /** False under `Save-Data`: such a page carries no script at all. */
  hasScripts: boolean
}

const DocumentContext = createContext<DocumentContextValue>({ hasScripts: true })

export const DocumentContextProvider = DocumentContext.Provider

export function useDocumentContext(): DocumentContextValue {
  return useContext(DocumentContext)
}
