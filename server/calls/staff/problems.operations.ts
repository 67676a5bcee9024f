import { z } from 'zod'
import { answerProblem, listProblems, receiveReturn } from '../../backoffice/problems.ts'
import { type Problem, problemKinds } from '../../problems/problem.ts'
import { ProblemMessageSchema } from '../../problems/problem-forms.ts'
import { createDecimalSchema, FormIdSchema, InstantSchema, ReaisSchema, toReais } from '../../wire/values.ts'
import { createStaffOperation } from './staff-operation.ts'

const ProblemDto = z.object({
  requestId: z.number(),
  orderId: z.number(),
  branchId: z.number(),
  kind: z.enum(problemKinds),
  state: z.enum(['open', 'asked', 'closed']),
  items: z.array(z.object({ productId: z.number(), units: z.number() })),
  message: z.string(),
  photos: z.number(),
  decision: z.enum(['grant', 'part', 'refuse']).nullable(),
  refunded: ReaisSchema,
  createdAt: InstantSchema,
  goodsBackAt: InstantSchema.nullable().describe('for a withdrawal: when its goods arrived back in the shop'),
  dueAt: InstantSchema.describe('paused while waiting for the customer'),
  messages: z.array(z.object({ at: InstantSchema, staff: z.string().nullable(), text: z.string() })),
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
    output: z.object({ requests: z.array(ProblemDto).describe('the one due soonest first') }),
    async run(ctx, { part, branchId }, actor) {
      return { requests: (await listProblems(ctx, actor, part, branchId ?? null)).map(toProblemDto) }
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
    output: ProblemDto,
    async run(ctx, { requestId, decision, amount, message }, actor) {
      const amountCents = amount === undefined ? undefined : Math.round(amount * 100)
      return toProblemDto(await answerProblem(ctx, actor, requestId, { decision, amountCents, message }))
    },
  }),
  'staff/requests/receiveGoods': createStaffOperation('orders.handle', {
    effect: 'changes',
    input: z.object({ requestId: FormIdSchema }),
    example: { requestId: 1 },
    output: ProblemDto,
    run: async (ctx, { requestId }, actor) => toProblemDto(await receiveReturn(ctx, actor, requestId)),
  }),
}

function toProblemDto(problem: Problem): z.input<typeof ProblemDto> {
  const { id, orderId, branchId, kind, items, message, photoIds, decision, grantedCents, messages } = problem
  return {
    requestId: id,
    orderId,
    branchId,
    kind,
    state: problem.state === 'draft' ? 'open' : problem.state,
    items,
    message,
    photos: photoIds.length,
    decision,
    refunded: toReais(grantedCents),
    createdAt: problem.createdAt.toISOString(),
    goodsBackAt: problem.goodsReceivedAt?.toISOString() ?? null,
    dueAt: problem.dueAt.toISOString(),
    messages: messages.map(({ at, staff, text }) => ({ at: at.toISOString(), staff: staff?.name ?? null, text })),
  }
}
