import type { z } from 'zod'
import type { Context } from '../context.ts'
import { ShopError, type ShopErrorCode } from '../platform/errors.ts'
import type { WireNames } from '../wire/names.ts'

/** Who may run an operation: anyone at all, anyone with a token, or a signed-in customer only. */
type Access = 'anyone' | 'visitor' | 'customer'

export interface Caller {
  /** Null for a visitor. */
  customerId: number | null
  /** The network the request came from, for limits only: never logged, and kept only as a keyed hash until a limit's end. */
  clientNetwork: string
  /** Its `User-Agent`, from which a login derives the device's name. */
  userAgent?: string | null | undefined
  /** Sent with a placed order, so that a repeat finds the first one. */
  idempotencyKey?: string | undefined
}

/** A caller on an operation whose access is `customer`. */
type CustomerCaller = Caller & { customerId: number }

/** An entry of the registry: how the call of a path reads its input, calls a domain's function, and writes the result. */
export interface Operation<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  /** In the domain's words. */
  input: Input
  /** What of it has another name on the wire. */
  wireNames?: WireNames | undefined
  output: Output
  access: Access
  /** In the domain's words, too; shown in the published contract, and sent by a test. Required where the input has required fields. */
  example?: z.input<Input> | undefined
  /** Takes multipart/form-data, with files of up to 10 MB. */
  acceptsFiles?: boolean | undefined
  /** Accepts a header `Idempotency-Key`: a repeated call returns the first one's result. */
  acceptsIdempotencyKey?: boolean | undefined
  requiresCaptcha?: boolean | undefined
  /** Further fields of a refusal's body, made from the first error's message and code. */
  extendErrorBody?(message: string, code: string): object
  /** What a refusal contains beside its message, for programs; undefined for nothing. */
  errorDetails?(error: ShopError): Record<string, unknown> | undefined
  /** The refusal while the database is unavailable; unset: the general one. */
  unavailableCode?: ShopErrorCode | undefined
  run(ctx: Context, input: z.output<Input>, caller: Caller): Promise<z.input<Output>>
}

/** Open to everyone with a token. */
export function createVisitorOperation<Input extends z.ZodType, Output extends z.ZodType>(
  entry: Omit<Operation<Input, Output>, 'access'>,
): Operation<Input, Output> {
  return { ...entry, access: 'visitor' }
}

/** For signed-in customers: `run` is never reached without one. */
export function createCustomerOperation<Input extends z.ZodType, Output extends z.ZodType>(
  entry: Omit<Operation<Input, Output>, 'access' | 'run'> & {
    run(ctx: Context, input: z.output<Input>, caller: CustomerCaller): Promise<z.input<Output>>
  },
): Operation<Input, Output> {
  return { ...entry, access: 'customer', run: (ctx, input, caller) => entry.run(ctx, input, requireCustomer(caller)) }
}

function requireCustomer(caller: Caller): CustomerCaller {
  if (caller.customerId === null) throw new ShopError('customer.required')
  return { ...caller, customerId: caller.customerId }
}
