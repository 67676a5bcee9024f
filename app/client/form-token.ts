let newestFormToken: string | undefined

/** Keeps the form token of a response to the router (server/web/server.ts): the page shown next may hold a guarded form. */
export function storeFormToken({ headers }: Response): void {
  newestFormToken = headers.get('Form-Token') ?? newestFormToken
}

/** Keeps the form token of the page that the server rendered, before React may draw the page anew. */
export function storePageFormToken(fieldName: string): void {
  newestFormToken = document.querySelector<HTMLInputElement>(`[name=${fieldName}]`)?.value
}

/** In the browser, the token of the last response, or of the page as it came; unset where neither had one. */
export function readNewestFormToken(): string | undefined {
  return newestFormToken
}
