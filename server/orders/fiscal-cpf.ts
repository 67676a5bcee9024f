import type { Database } from '../database/connection.ts'
import { parseCpf } from '../platform/cpf.ts'
import type { Encryption } from '../platform/encryption.ts'
import { ShopError } from '../platform/errors.ts'
import { type ReencryptionOptions, type ReencryptionResult, reencryptColumn } from '../platform/reencryption.ts'
import { listStatusesIn } from './statuses.ts'

interface Deps {
  database: Database
  encryption: Encryption
}

export type FiscalCpfStore = ReturnType<typeof createFiscalCpfStore>

/** The CPF that a customer may give for an order's fiscal document: nobody has to (Lei 17.301/2020 of São Paulo). Encrypted. */
export function createFiscalCpfStore({ database: { db }, encryption }: Deps) {
  return { saveCpf, findCpf, reencrypt }

  /**
   * Until the document is issued.
   * @param cpf empty: none
   * @throws ShopError "cpf.invalid", "order.unknown" for another's, too, "fiscal.issued"
   */
  async function saveCpf(customerId: number, orderId: number, cpf: string): Promise<void> {
    const fiscal_cpf_encrypted =
      cpf.trim() === '' ? null : encryption.encryptText(parseCpf(cpf), buildEncryptionContext(orderId))
    const order = await db
      .selectFrom('orders')
      .select('id')
      .where('id', '=', orderId)
      .where('customer_id', '=', customerId)
      .executeTakeFirst()
    if (!order) throw new ShopError('order.unknown')
    const { numUpdatedRows } = await db
      .updateTable('orders')
      .set({ fiscal_cpf_encrypted })
      .where('id', '=', orderId)
      .where('fiscal_key', 'is', null)
      .where('status', 'in', listStatusesIn('unpaid', 'shop', 'inTransit'))
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new ShopError('fiscal.issued', { input: 'cpf' })
  }

  /** Eleven digits; null where none was given. */
  async function findCpf(orderId: number): Promise<string | null> {
    const row = await db
      .selectFrom('orders')
      .select('fiscal_cpf_encrypted')
      .where('id', '=', orderId)
      .executeTakeFirst()
    const encryptedCpf = row?.fiscal_cpf_encrypted ?? null
    return encryptedCpf === null ? null : encryption.decryptText(encryptedCpf, buildEncryptionContext(orderId))
  }

  function reencrypt(options: ReencryptionOptions): AsyncGenerator<ReencryptionResult> {
    return reencryptColumn(
      { db, encryption },
      { table: 'orders', column: 'fiscal_cpf_encrypted', buildEncryptionContext },
      options,
    )
  }
}

function buildEncryptionContext(orderId: number): string {
  return `fiscal cpf ${orderId}`
}
