import { createHmac } from 'node:crypto'

/** What is logged of an event: numbers, roles and pseudonyms, never what somebody typed. */
type EventDetails = Record<string, string | number | null>

interface SecurityLogger {
  info(details: EventDetails & { log: 'security' }, message: string): void
  warn(details: EventDetails & { log: 'security' }, message: string): void
}

export type SecurityLog = ReturnType<typeof createSecurityLog>

/**
 * The lines about who signed in, who was refused, and what was done with accounts and keys: among the log's other lines, marked
 * `log: "security"`, each with its event.
 * @param pseudonymSecret keys the pseudonyms
 */
export function createSecurityLog(log: SecurityLogger, pseudonymSecret: string) {
  return { logAction, logRefusal, pseudonymize }

  /** @param event as in the audit trail: `staff.signIn` */
  function logAction(event: string, details: EventDetails): void {
    log.info({ log: 'security', event, ...details }, 'security')
  }

  function logRefusal(event: string, details: EventDetails): void {
    log.warn({ log: 'security', event, ...details }, 'security')
  }

  /** The same 16 digits for the same e-mail or network, which nobody finds out from them without the secret. */
  function pseudonymize(text: string): string {
    const hash = createHmac('sha256', pseudonymSecret).update(JSON.stringify(['security log', text]))
    return hash.digest('hex').slice(0, 16)
  }
}
