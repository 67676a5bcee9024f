import { z } from 'zod'
import { ShopError } from '../../platform/errors.ts'
import { apiKeyScopes, staffRoles } from '../../staff/roles.ts'
import { findSession, signIn, signOut, verifySecondFactor } from '../../staff/staff.ts'
import { createSignInOperation } from './staff-operation.ts'

const ActorDto = z.object({
  name: z.string(),
  role: z.enum([...staffRoles, 'operator', 'system']),
  crf: z.string().nullable().describe('of pharmacists, like SP-12345'),
  scopes: z.array(z.enum(apiKeyScopes)).describe("what a system's key is for; empty for people"),
  branchId: z.number().nullable().describe('null: all branches'),
})

export const staffSessionOperations = {
  'staff/login': createSignInOperation({
    access: 'anyone',
    input: z.object({ email: z.string().min(1).max(160), password: z.string().min(1).max(128) }),
    example: { email: 'balconista@example.com', password: 'a-senha-desta-pessoa' },
    output: z.object({
      token: z.string(),
      next: z
        .enum(['code', 'enrolment'])
        .nullable()
        .describe('what is still missing: a code by staff/verify; the second factor itself, set up in the counter'),
    }),
    async run(ctx, { email, password }, { clientNetwork }) {
      const token = await signIn(ctx, email, password, clientNetwork)
      const session = await findSession(ctx, token, clientNetwork)
      const missingStep = session?.staff.hasSecondFactor ? ('code' as const) : ('enrolment' as const)
      return { token, next: session?.actor ? null : missingStep }
    },
  }),
  'staff/verify': createSignInOperation({
    access: 'session',
    input: z.object({ code: z.string().min(1).max(40) }),
    example: { code: '123456' },
    answerExample: {},
    output: z.object({}),
    async run(ctx, { code }, { bearerToken, clientNetwork }) {
      await verifySecondFactor(ctx, bearerToken, code, clientNetwork)
      return {}
    },
  }),
  'staff/logout': createSignInOperation({
    access: 'session',
    input: z.object({}),
    output: z.object({}),
    async run(ctx, _input, { bearerToken }) {
      await signOut(ctx, bearerToken)
      return {}
    },
  }),
  'staff/whoami': createSignInOperation({
    access: 'session',
    input: z.object({}),
    output: ActorDto,
    async run(_ctx, _input, { actor }) {
      if (!actor) throw new ShopError('staff.codeMissing')
      const { name, role, crf, scopes = [], branchId } = actor
      return { name, role, crf, scopes: [...scopes], branchId }
    },
  }),
}
