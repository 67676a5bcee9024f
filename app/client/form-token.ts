let newestFormToken: string | undefined

/** Keeps the form token of a response to the router (server/web/server.ts): the page shown next may hold a guarded form. */
export function storeFormToken({ headers }: Response): void {
  newestFormToken = headers.get('Form-Token') ?? newestFormToken
}

/** In the browser, the token of the last response; unset while the page is the one that the server rendered. */
export function readNewestFormToken(): string | undefined {
  return newestFormToken
}
