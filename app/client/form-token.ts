let newest: string | undefined

/** Keeps the form token of a response to the router (server/web/server.ts): the page shown next may hold a guarded form. */
export function keepFormToken({ headers }: Response): void {
  newest = headers.get('Form-Token') ?? newest
}

/** In the browser, the token of the last response; unset while the page is the one that the server rendered. */
export function newestFormToken(): string | undefined {
  return newest
}
