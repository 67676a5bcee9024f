import { letters } from '../../app/texts/mail.ts'
import { shopDay } from '../calendar.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/connection.ts'
import { isUniqueViolation } from '../database/failures.ts'
import type { Row } from '../database/schema.ts'
import { ShopError } from '../errors.ts'
import type { Mail } from '../mail/mail.ts'
import type { Orders } from '../orders/orders.ts'
import type { Prescriptions } from '../prescriptions/prescriptions.ts'
import { selectByEmail, selectCustomer } from './customer.sql.ts'
import { openDeletion } from './deletion.ts'
import { deviceName } from './device.ts'
import { openEmailCodes } from './email-codes.ts'
import type { Failures } from './failures.ts'
import { openNewPassword } from './new-password.ts'
import { hashPassword, passwordMatches, refuseCommon } from './passwords.ts'
import { openSessions, sessionSeconds } from './sessions.ts'

export interface Customer {
  id: number
  firstName: string
  lastName: string
  email: string
  /** Digits. */
  phone: string
  /** yyyy-MM-dd */
  birthday: string | null
  createdAt: Date
}

type Profile = Pick<Customer, 'firstName' | 'lastName' | 'phone' | 'birthday'>

interface Registration extends Profile {
  email: string
  password: string
}

interface Parts {
  database: Database
  clock: Clock
  mail: Mail
  failures: Failures
  orders: Pick<Orders, 'forgetBuyers'>
  prescriptions: Pick<Prescriptions, 'eraseUnused'>
  /** Keys the hashes of codes. */
  secret: string
  rateLimitFactor: number
}

/** Earlier dates are rejected as typing errors. */
const earliestBirthday = '1900-01-01'

export type Accounts = ReturnType<typeof openAccounts>

/** Customers and their sessions. `network` is the address a request came from, by which limits count too. */
export function openAccounts({ database, clock, mail, failures, secret, rateLimitFactor, ...domains }: Parts) {
  const { query } = database
  const sessions = openSessions(database, clock)
  const codes = openEmailCodes({ database, clock, mail, failures, secret, rateLimitFactor })

  return {
    register,
    login,
    logout: sessions.end,
    startVisit,
    findSession: sessions.find,
    listDevices: sessions.list,
    signOutDevice,
    eraseExpiredSessions: sessions.eraseExpired,
    findSignedIn,
    findCustomer,
    findCustomerByEmail,
    updateProfile,
    ...openNewPassword({ database, mail, failures, codes, sessions }),
    ...openDeletion({ database, clock, mail, codes, ...domains }),
    sessionSeconds,
  }

  /**
   * Creates an account, signs it in and welcomes it by e-mail.
   * @returns the session token
   * @throws ShopError "password.common", "birthday.invalid", "email.taken", "limit.reached"
   */
  async function register(
    registration: Registration,
    network: string,
    userAgent: string | null = null,
  ): Promise<string> {
    // Whether an e-mail is taken is no secret, but must not be queried in bulk.
    await failures.check(null, network)
    refuseCommon(registration.password)
    refuseImpossible(registration.birthday)
    const row = {
      ...profileRow(registration),
      email: registration.email.toLowerCase(),
      password_hash: await hashPassword(registration.password),
      created_at: clock.now().toISOString(),
    }
    try {
      return await database.transact(async (tx) => {
        const { id } = await tx.insertInto('customer').values(row).returning('id').executeTakeFirstOrThrow()
        await mail.enqueue(tx, row.email, letters.welcome(row.first_name))
        return sessions.start(id, deviceName(userAgent), tx)
      })
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      await failures.take(null, network)
      throw new ShopError('email.taken', { field: 'email' })
    }
  }

  /**
   * Signs in. An unknown e-mail and a wrong password take the same time and give the same message.
   * @returns the session token
   * @throws ShopError "login.refused", "limit.reached"
   */
  async function login(
    email: string,
    password: string,
    network: string,
    userAgent: string | null = null,
  ): Promise<string> {
    const address = email.toLowerCase()
    const row = await failures.judge(address, network, async () => {
      const row = await selectByEmail(query, address)
      const matches = await passwordMatches(row?.password_hash, password)
      return row && matches ? row : null
    })
    if (!row) throw new ShopError('login.refused', { field: 'email' })
    return sessions.start(row.id, deviceName(userAgent))
  }

  /** The initial anonymous token of a visitor (specification, section 6). */
  function startVisit(): Promise<string> {
    return sessions.start(null)
  }

  /** The customer whose session the token is; null for a visitor's, an unknown or an expired one. */
  async function findSignedIn(token: string): Promise<Customer | null> {
    const row = await sessions.findCustomerRow(token)
    return row ? customer(row) : null
  }

  async function findCustomer(id: number): Promise<Customer | null> {
    const row = await selectCustomer(query, id)
    return row ? customer(row) : null
  }

  async function findCustomerByEmail(email: string): Promise<Customer | null> {
    const row = await selectByEmail(query, email.trim().toLowerCase())
    return row ? customer(row) : null
  }

  /** @throws ShopError "birthday.invalid" */
  async function updateProfile(customerId: number, profile: Profile): Promise<void> {
    refuseImpossible(profile.birthday)
    await query.updateTable('customer').set(profileRow(profile)).where('id', '=', customerId).execute()
  }

  /** @throws ShopError "session.unknown" for a device that is unknown or another customer's */
  async function signOutDevice(customerId: number, id: string): Promise<void> {
    if (!(await sessions.revoke(customerId, id))) throw new ShopError('session.unknown')
  }

  function refuseImpossible(birthday: string | null): void {
    if (birthday === null) return
    if (birthday < earliestBirthday || birthday > shopDay(clock.now()))
      throw new ShopError('birthday.invalid', { field: 'birthday' })
  }
}

function profileRow({ firstName, lastName, phone, birthday }: Profile) {
  return { first_name: firstName, last_name: lastName, phone, birthday }
}

function customer(row: Row<'customer'>): Customer {
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    phone: row.phone,
    birthday: row.birthday,
    createdAt: new Date(row.created_at),
  }
}
