import { createContext, type ReactElement, useContext } from 'react'

/** What the document's head and foot need beyond loader data; the defaults are the browser's. */
export interface DocumentContext {
  nonce?: string
  /** Style sheets by address, on the server only. */
  stylesheets?: ReadonlyMap<string, string>
  /** Takes the text of a page's style sheets and gives what holds their place meanwhile; on the server only. */
  setStyles?: (text: string) => string
  /** The markup of what many pages show alike, on the server only (`made-once.ts`). */
  markupOf?: (part: ReactElement) => string
  /** The shop's name for where even the shell's data are missing, on the server only. */
  shopName?: string
  /** The foot of every page as HTML, on the server only. */
  footer?: string
  /** The id under which the log knows this request, on the server only. */
  requestId?: string
  /** Says when this page was fetched, for the forms that ask; on the server only. */
  formToken?: () => string
  /** What hands the loaders' data to the framework, as a script; on the server only. */
  handoff?: string
  /** False where the shopper asked to save data: such a page carries no script at all. */
  scripts: boolean
}

const Context = createContext<DocumentContext>({ scripts: true })

export const DocumentContextProvider = Context.Provider

export function useDocumentContext(): DocumentContext {
  return useContext(Context)
}
