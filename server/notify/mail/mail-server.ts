import { isLoopback } from '../../platform/loopback.ts'
import { memoize } from '../../platform/memoize.ts'
import { runInSpan } from '../../platform/tracing.ts'
import { type MailServer, MailServerError } from '../../ports/mail-server.ts'

/** Milliseconds: for the address, the connection, the greeting, and between two responses. */
const defaultTimeouts = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
}

/**
 * An SMTP server (`smtp://user:password@host:port`, or smtps). `from` is an address, or `Name <address>`. Over a network `smtp`
 * goes on only after STARTTLS: whoever sits between could strip it, and read password and codes.
 */
export function createMailServer(url: string, from: string, timeouts = defaultTimeouts): MailServer {
  const openTransport = memoize(async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({ url, ...timeouts, requireTLS: !isLoopback(new URL(url)) })
  })
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost'
  return {
    async send({ id, to, unsubscribeUrl, ...content }) {
      try {
        const transport = await openTransport()
        const sendMail = () =>
          transport.sendMail({
            ...content,
            // One address, whatever it looks like: as a text it would be read as a list with groups and comments.
            to: { name: '', address: to },
            from,
            messageId: `<${id}@${domain}>`,
            // Suppresses automatic replies.
            headers: {
              'Auto-Submitted': 'auto-generated',
              ...(unsubscribeUrl && {
                'List-Unsubscribe': `<${unsubscribeUrl}>`,
                'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
              }),
            },
            disableFileAccess: true,
            disableUrlAccess: true,
          })
        await runInSpan('client', 'send e-mail', { 'server.address': new URL(url).host }, sendMail)
      } catch (error) {
        throw toMailServerError(error)
      }
    },
    async verify() {
      const transport = await openTransport()
      await transport.verify().catch((cause) => {
        // No e-mail is under way whose address it could name.
        throw toMailServerError(cause, { cause })
      })
    },
  }
}

/** Classifies nodemailer's error: by its own code, the server's reply code, and the command that failed. */
function toMailServerError(error: unknown, options: ErrorOptions = {}): MailServerError {
  const {
    code = '',
    responseCode = 0,
    command = '',
  } = error as { code?: string; responseCode?: number; command?: string }
  // Refused for its recipient or its content, or by nodemailer itself for an invalid address.
  const isInvalidAddress = code === 'EENVELOPE' && command === 'API'
  const isEmailRejected = code === 'EMESSAGE' || command === 'RCPT TO' || isInvalidAddress
  const message = ['SMTP', command, responseCode || code].filter(Boolean).join(' ')
  return new MailServerError(message, {
    isUnavailable: !isEmailRejected,
    isPermanent: isEmailRejected && (responseCode >= 500 || isInvalidAddress),
    ...options,
  })
}
