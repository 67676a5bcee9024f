import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { ShopError } from '../../platform/errors.ts'
import type { Actor, Permission } from '../../staff/roles.ts'
import type { WireNames } from '../../wire/names.ts'

/** Who may make a staff's call: anyone, who has a session (that may still want its code), or who may do this. */
export type StaffAccess = 'anyone' | 'session' | Permission

export interface StaffCaller {
  /** Null for anyone, and for a session that still wants its code. */
  actor: Actor | null
  /** The bearer token; empty for anyone's. */
  bearerToken: string
  clientNetwork: string
  /** A name for what this call does, by its idempotency key: no other call has it. Undefined without a key. */
  callName?: string | undefined
}

/** An entry of the staff's registry, as `Operation` is one of the shop's. */
export interface StaffOperation<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  input: Input
  output: Output
  access: StaffAccess
  /**
   * Whether it changes something: it then takes an idempotency key, and one that only reads can be asked whether its answer
   * has changed. Those for signing in do neither, since their answers are secrets.
   */
  effect: 'changes' | 'reads' | 'signsIn'
  /** Shown in the published contract, and sent by a test. Required where the input has required fields. */
  example?: z.input<Input> | undefined
  /** An answer to it, also shown there. */
  answerExample?: z.input<Output> | undefined
  /** Its names of inputs that the verbs' refusals call otherwise. */
  errorFields?: WireNames
  /** What it refuses for reasons of its own; those of every call are the contract's (`openapi.ts`). */
  refusals?: readonly ShopError[]
  run(ctx: Context, input: z.output<Input>, caller: StaffCaller): Promise<z.input<Output>>
}

/** For who may do this: `run` is never reached without them. */
export function createStaffOperation<Input extends z.ZodType, Output extends z.ZodType>(
  access: Permission,
  operation: Omit<StaffOperation<Input, Output>, 'access' | 'effect' | 'run'> & {
    effect: 'changes' | 'reads'
    run(ctx: Context, input: z.output<Input>, actor: Actor, caller: StaffCaller): Promise<z.input<Output>>
  },
): StaffOperation<Input, Output> {
  return {
    ...operation,
    access,
    run: (ctx, input, caller) => operation.run(ctx, input, requireActor(caller.actor), caller),
  }
}

export function createSignInOperation<Input extends z.ZodType, Output extends z.ZodType>(
  operation: Omit<StaffOperation<Input, Output>, 'effect'> & { access: 'anyone' | 'session' },
): StaffOperation<Input, Output> {
  return { ...operation, effect: 'signsIn' }
}

function requireActor(actor: Actor | null): Actor {
  if (!actor) throw new ShopError('token.invalid')
  return actor
}
