import { z } from 'zod'
import { answerProblem, listProblems, receiveReturn } from '../../backoffice/problems.ts'
import { type Problem, problemKinds } from '../../problems/problem.ts'
import { ProblemMessageSchema } from '../../problems/problem-forms.ts'
import { createDecimalSchema, FormIdSchema, InstantSchema, ReaisSchema, toReais } from '../../wire/values.ts'
import { createDto } from '../dto.ts'
import { createStaffOperation } from './staff-operation.ts'

const ProblemDto = createDto<Problem>()({
  requestId: [z.number(), ({ id }) => id],
  orderId: [z.number(), ({ orderId }) => orderId],
  branchId: [z.number(), ({ branchId }) => branchId],
  kind: [z.enum(problemKinds), ({ kind }) => kind],
  state: [z.enum(['open', 'asked', 'closed']), ({ state }) => (state === 'draft' ? 'open' : state)],
  items: [z.array(z.object({ productId: z.number(), units: z.number() })), ({ items }) => items],
  message: [z.string(), ({ message }) => message],
  photos: [z.number(), ({ photoIds }) => photoIds.length],
  decision: [z.enum(['grant', 'part', 'refuse']).nullable(), ({ decision }) => decision],
  refunded: [ReaisSchema, ({ grantedCents }) => toReais(grantedCents)],
  createdAt: [InstantSchema, ({ createdAt }) => createdAt.toISOString()],
  goodsBackAt: [
    InstantSchema.nullable().describe('for a withdrawal: when its goods arrived back in the shop'),
    ({ goodsReceivedAt }) => goodsReceivedAt?.toISOString() ?? null,
  ],
  dueAt: [InstantSchema.describe('paused while waiting for the customer'), ({ dueAt }) => dueAt.toISOString()],
  messages: [
    z.array(z.object({ at: InstantSchema, staff: z.string().nullable(), text: z.string() })),
    ({ messages }) =>
      messages.map(({ at, staff, text }) => ({ at: at.toISOString(), staff: staff?.name ?? null, text })),
  ],
})

export const backofficeProblemsOperations = {
  'staff/requests/list': createStaffOperation('requests.see', {
    effect: 'reads',
    input: z.object({
      part: z
        .enum(['open', 'closed', 'awaited'])
        .default('open')
        .describe('awaited: withdrawals whose goods have not come back yet'),
      branchId: FormIdSchema.optional(),
    }),
    output: z.object({ requests: z.array(ProblemDto.schema).describe('the one due soonest first') }),
    async run(ctx, { part, branchId }, actor) {
      return { requests: (await listProblems(ctx, actor, part, branchId ?? null)).map(ProblemDto.toDto) }
    },
  }),
  'staff/requests/answer': createStaffOperation('requests.answer', {
    effect: 'changes',
    input: z.object({
      requestId: FormIdSchema,
      decision: z.enum(['grant', 'part', 'refuse', 'ask']),
      amount: createDecimalSchema(z.number().min(0).max(1_000_000).multipleOf(0.01))
        .optional()
        .describe('reais; asked with "part"'),
      message: ProblemMessageSchema,
    }),
    example: { requestId: 1, decision: 'refuse', message: 'O prazo acabou.' },
    output: ProblemDto.schema,
    async run(ctx, { requestId, decision, amount, message }, actor) {
      const amountCents = amount === undefined ? undefined : Math.round(amount * 100)
      return ProblemDto.toDto(await answerProblem(ctx, actor, requestId, { decision, amountCents, message }))
    },
  }),
  'staff/requests/receiveGoods': createStaffOperation('orders.handle', {
    effect: 'changes',
    input: z.object({ requestId: FormIdSchema }),
    example: { requestId: 1 },
    output: ProblemDto.schema,
    run: async (ctx, { requestId }, actor) => ProblemDto.toDto(await receiveReturn(ctx, actor, requestId)),
  }),
}
