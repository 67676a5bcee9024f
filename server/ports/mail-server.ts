interface OutgoingEmail {
  /** Unique and the same for every attempt. */
  id: string
  to: string
  subject: string
  text: string
  html: string
  /** Where one click unsubscribes from such e-mails (RFC 8058). */
  unsubscribeUrl?: string | null
}

/** Why an e-mail was not sent. Its message contains no address, since it is logged. */
export class MailServerError extends Error {
  /** The server is unavailable: the next e-mail would fail too. */
  readonly isUnavailable: boolean
  /** This recipient is rejected permanently. */
  readonly isPermanent: boolean

  constructor(
    message: string,
    { isUnavailable, isPermanent, ...options }: { isUnavailable: boolean; isPermanent: boolean } & ErrorOptions,
  ) {
    super(message, options)
    this.name = 'MailServerError'
    this.isUnavailable = isUnavailable
    this.isPermanent = isPermanent
  }
}

export interface MailServer {
  /** @throws MailServerError unless the server accepted the e-mail */
  send(email: OutgoingEmail): Promise<void>
  /** Connects and signs in, and sends nothing. @throws MailServerError */
  verify(): Promise<void>
}
