import { lockUntilCommit } from '../database/advisory-lock.ts'
import type { Database, Transaction } from '../database/connection.ts'
import type { Clock } from '../platform/clock.ts'
import type { Encryption } from '../platform/encryption.ts'
import { ShopError } from '../platform/errors.ts'
import { normalizeInput } from '../platform/user-input.ts'

/** A person for whom a customer sends prescriptions. */
export interface Patient {
  id: number
  name: string
}

/** So many fit a page, and more than any family has. */
const maxPatients = 50

export type PatientService = ReturnType<typeof createPatientService>

/** A customer's patients. Names are stored encrypted: together with a prescription they are health data. */
export function createPatientService({ engine, db, transact }: Database, clock: Clock, encryption: Encryption) {
  return { listPatients, registerPatient, updatePatient, findOrRegisterPatient }

  /** In the order they were registered. */
  async function listPatients(customerId: number, tx: Transaction = db): Promise<Patient[]> {
    const rows = await tx
      .selectFrom('patient')
      .selectAll()
      .where('customer_id', '=', customerId)
      .orderBy('id')
      .execute()
    return rows.map(({ id, name_encrypted }) => ({
      id,
      name: encryption.decryptText(name_encrypted, buildPatientEncryptionContext(customerId)),
    }))
  }

  /** @throws ShopError "patient.tooMany" */
  function registerPatient(customerId: number, name: string): Promise<Patient> {
    return transact((tx) => lockAndInsertPatient(tx, customerId, name))
  }

  async function lockAndInsertPatient(tx: Transaction, customerId: number, name: string): Promise<Patient> {
    await lockUntilCommit(engine, tx, 'patient', customerId)
    const { count } = await tx
      .selectFrom('patient')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('customer_id', '=', customerId)
      .executeTakeFirstOrThrow()
    if (count >= maxPatients) throw new ShopError('patient.tooMany', { max: maxPatients, input: 'patient' })
    const { id } = await tx
      .insertInto('patient')
      .values({
        customer_id: customerId,
        name_encrypted: encryption.encryptText(name, buildPatientEncryptionContext(customerId)),
        created_at: clock.now().toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, name }
  }

  /**
   * @param name left out, it stays as it is
   * @throws ShopError "patient.unknown" for an id that is unknown or another customer's
   */
  async function updatePatient(customerId: number, id: number, name: string | undefined): Promise<Patient> {
    if (name === undefined) {
      const patient = (await listPatients(customerId)).find((candidate) => candidate.id === id)
      if (!patient) throw new ShopError('patient.unknown', { input: 'patient' })
      return patient
    }
    const { numUpdatedRows } = await db
      .updateTable('patient')
      .set({ name_encrypted: encryption.encryptText(name, buildPatientEncryptionContext(customerId)) })
      .where('id', '=', id)
      .where('customer_id', '=', customerId)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new ShopError('patient.unknown', { input: 'patient' })
    return { id, name }
  }

  /**
   * The patient named in a form, by id or by name; a new name is registered.
   * @throws ShopError "patient.unknown" for an id that is not one of the customer's
   */
  async function findOrRegisterPatient(tx: Transaction, customerId: number, nameOrId: string): Promise<Patient> {
    const patients = await listPatients(customerId, tx)
    const isId = /^\d+$/.test(nameOrId)
    const patient = patients.find(({ id, name }) =>
      isId ? id === Number(nameOrId) : normalizeName(name) === normalizeName(nameOrId),
    )
    if (patient) return patient
    if (isId) throw new ShopError('patient.unknown', { input: 'patient' })
    return lockAndInsertPatient(tx, customerId, nameOrId)
  }
}

/** The context in the encryption of a customer’s patients. */
export function buildPatientEncryptionContext(customerId: number): string {
  return `patient of ${customerId}`
}

function normalizeName(name: string): string {
  return normalizeInput(name).normalize('NFC').replace(/\s+/g, ' ').toLowerCase()
}
