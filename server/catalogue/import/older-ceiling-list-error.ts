/** A list that is older than the one that the shop has, or does not tell its day. */
export class OlderCeilingListError extends Error {
  readonly publishedOn: string | null
  readonly storedOn: string

  constructor(publishedOn: string | null, storedOn: string) {
    const day = publishedOn === null ? 'does not say when it was published' : `is of ${publishedOn}`
    super(`the list ${day}, and the shop has the one of ${storedOn}`)
    this.publishedOn = publishedOn
    this.storedOn = storedOn
  }
}
