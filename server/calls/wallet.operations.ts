import { z } from 'zod'
import { ledgerTexts } from '../../app/texts/account.ts'
import type { Statement } from '../wallet/wallet.ts'
import { loadBalance, loadGainBalance, loadGainStatement, loadStatement } from '../wallet/wallet.ts'
import { StatementRequest } from '../wallet/wallet-forms.ts'
import { FormIdSchema, ReaisSchema, toReais } from '../wire/values.ts'
import { createCustomerOperation } from './operation.ts'

const StatementDto = z.object({
  balance: ReaisSchema,
  total_size: z.number(),
  statement: z.array(
    z.object({
      id: z.number(),
      description: z.string(),
      order_id: z.number().nullable(),
      /** Negative for debits. */
      amount: ReaisSchema,
      created_at: z.string(),
    }),
  ),
})

const statementFieldNames = { from: 'start_date', to: 'end_date', perPage: 'limit' }

export const walletOperations = {
  'auth/getBalance': createCustomerOperation({
    input: z.object({}),
    output: z.object({ balance: ReaisSchema }),
    async run(ctx, _input, { customerId }) {
      return { balance: toReais(await loadBalance(ctx, customerId)) }
    },
  }),
  'auth/getAccountStatement': createCustomerOperation({
    input: z.object({ params: StatementRequest.prefault({}) }),
    wireNames: statementFieldNames,
    example: { params: { page: 1, perPage: 10 } },
    output: StatementDto,
    async run(ctx, { params }, { customerId }) {
      return toStatementDto(await loadStatement(ctx, customerId, params))
    },
  }),
  'auth/getGainBalance': createCustomerOperation({
    input: z.object({ id: FormIdSchema }),
    example: { id: 1 },
    output: z.object({ balance: ReaisSchema }),
    async run(ctx, { id }, { customerId }) {
      return { balance: toReais(await loadGainBalance(ctx, customerId, id)) }
    },
  }),
  'auth/getGainStatement': createCustomerOperation({
    input: z.object({ id: FormIdSchema, params: StatementRequest.prefault({}) }),
    wireNames: statementFieldNames,
    example: { id: 1, params: { page: 1, perPage: 10 } },
    output: StatementDto,
    async run(ctx, { id, params }, { customerId }) {
      return toStatementDto(await loadGainStatement(ctx, customerId, id, params))
    },
  }),
}

function toStatementDto({ balanceCents, total, entries }: Statement): z.input<typeof StatementDto> {
  return {
    balance: toReais(balanceCents),
    total_size: total,
    statement: entries.map((entry) => ({
      id: entry.id,
      description: ledgerTexts[entry.kind](entry.orderId),
      order_id: entry.orderId,
      amount: toReais(entry.amountCents),
      created_at: entry.enteredAt.toISOString(),
    })),
  }
}
