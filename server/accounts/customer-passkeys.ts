import { emailTexts } from '../../app/texts/mail.ts'
import type { Database } from '../database/connection.ts'
import type { MailService } from '../mail/mail.ts'
import { ShopError } from '../platform/errors.ts'
import { assertNotBlocked } from './blocks.ts'
import { requireCustomerRow } from './customer.sql.ts'
import { toDeviceName } from './device-name.ts'
import type { Passkey, PasskeyService } from './passkeys.ts'
import type { PasswordChangeService } from './password-changes.ts'
import type { SessionService } from './sessions.ts'

interface Deps {
  database: Database
  mail: MailService
  passkeys: PasskeyService
  sessions: SessionService
  verifyPasswordOrCode: PasswordChangeService['verifyPasswordOrCode']
}

/** A customer's passkeys. Of a confirmed mailbox alone: else a stranger could leave one in somebody else's account. */
export function createCustomerPasskeyService({ database, mail, passkeys, sessions, verifyPasswordOrCode }: Deps) {
  const { db } = database
  return {
    createPasskeyOptions: passkeys.createSignInOptions,
    signInWithPasskey,
    startPasskeyRegistration,
    addPasskey,
    listPasskeys: (customerId: number): Promise<Passkey[]> => passkeys.list(customerId),
    renamePasskey: passkeys.rename,
    removePasskey,
  }

  /** @returns the session token @throws ShopError "passkey.refused", "passkey.cloned", "account.blocked", "limit.reached" */
  async function signInWithPasskey(
    responseJson: string,
    clientNetwork: string,
    userAgent: string | null = null,
  ): Promise<string> {
    const customerId = await passkeys.verifySignIn(responseJson, clientNetwork)
    return database.transact(async (tx) => {
      assertNotBlocked(await requireCustomerRow(tx, customerId))
      return sessions.start(customerId, { device: toDeviceName(userAgent), signedInBy: 'passkey', tx })
    })
  }

  /**
   * What a browser makes a passkey with, once its customer has proved to be the holder.
   * @throws ShopError "passkey.unconfirmed", "passkey.tooMany", and as `verifyPasswordOrCode`
   */
  async function startPasskeyRegistration(
    customerId: number,
    passwordOrCode: string,
    clientNetwork: string,
  ): Promise<string> {
    const { email, email_confirmed_at } = await requireCustomerRow(db, customerId)
    if (email_confirmed_at === null) throw new ShopError('passkey.unconfirmed')
    await verifyPasswordOrCode(customerId, passwordOrCode, clientNetwork)
    return passkeys.createRegistrationOptions(customerId, email)
  }

  /** @throws ShopError "passkey.refused", "passkey.name", "passkey.taken", "passkey.tooMany" */
  function addPasskey(customerId: number, passkey: { answer: string; name: string }): Promise<void> {
    return passkeys.register(customerId, passkey, async (tx) => {
      const { email, first_name } = await requireCustomerRow(tx, customerId)
      await mail.enqueue(tx, email, emailTexts.passkeyAdded(first_name, '/minha-conta/chaves'))
    })
  }

  /** @throws ShopError "passkey.unknown" */
  function removePasskey(customerId: number, id: string): Promise<void> {
    return passkeys.remove(customerId, id, async (tx) => {
      const { email, first_name } = await requireCustomerRow(tx, customerId)
      await mail.enqueue(tx, email, emailTexts.passkeyRemoved(first_name))
    })
  }
}
