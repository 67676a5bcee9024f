import { z } from 'zod'
import { ledgerTexts } from '../../app/texts/account.ts'
import { loadBalance, loadGainBalance, loadGainStatement, loadStatement, type Statement } from '../wallet/wallet.ts'
import { StatementRequest } from '../wallet/wallet-forms.ts'
import { FormIdSchema, ReaisSchema, toReais } from '../wire/values.ts'
import { createDto } from './dto.ts'
import { createCustomerOperation } from './operation.ts'

const EntryDto = createDto<Statement['entries'][number]>()({
  id: [z.number(), ({ id }) => id],
  description: [z.string(), ({ kind, orderId }) => ledgerTexts[kind](orderId)],
  order_id: [z.number().nullable(), ({ orderId }) => orderId],
  /** Negative for debits. */
  amount: [ReaisSchema, ({ amountCents }) => toReais(amountCents)],
  created_at: [z.string(), ({ enteredAt }) => enteredAt.toISOString()],
})

const StatementDto = createDto<Statement>()({
  balance: [ReaisSchema, ({ balanceCents }) => toReais(balanceCents)],
  total_size: [z.number(), ({ total }) => total],
  statement: [z.array(EntryDto.schema), ({ entries }) => entries.map(EntryDto.toDto)],
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
    output: StatementDto.schema,
    async run(ctx, { params }, { customerId }) {
      return StatementDto.toDto(await loadStatement(ctx, customerId, params))
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
    output: StatementDto.schema,
    async run(ctx, { id, params }, { customerId }) {
      return StatementDto.toDto(await loadGainStatement(ctx, customerId, id, params))
    },
  }),
}
