import type { z } from 'zod'
import { type RefusalCode, ShopError } from './errors.ts'

/** Who may run an operation: anyone at all, anyone with a token, or a signed-in customer only. */
type Access = 'anyone' | 'visitor' | 'customer'

/** Who asks. Pages and calls make the same caller out of a request. */
export interface Caller {
  /** Null for a visitor. */
  customerId: number | null
  /** The address the request came from, for limits only: never kept, never logged. */
  network: string
  /** The browser's own words: a login keeps what it can be recognised by. */
  userAgent?: string | null
  /** Sent with a placed order, so that a repeat finds the first one. */
  idempotencyKey?: string
}

/** A caller on an operation whose access is `customer`. */
type CustomerCaller = Caller & { customerId: number }

/** One thing the shop can be asked to do: the same entry serves a page's form and the call under /api. */
export interface Operation<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  input: Input
  output: Output
  access: Access
  /** What the published contract shows, and a test sends. Needed where the input has fields that must be there. */
  example?: z.input<Input>
  /** Takes multipart/form-data, with files of up to 10 MB. */
  takesFiles?: boolean
  /** A header `Idempotency-Key` makes a repeated call find the first one's result. */
  takesIdempotencyKey?: boolean
  /** Asks calls for a solved captcha, where the operator has set one up. */
  asksCaptcha?: boolean
  /** What a refusal's body holds besides its errors: from the first one's sentence and code. */
  whenRefused?(message: string, code: string): object
  /** What a caller reads while the database is away; unset: the sentence for everything. */
  whenAway?: RefusalCode
  run(input: z.output<Input>, caller: Caller): Promise<z.input<Output>>
}

/** Open to everyone who holds a token. */
export function visitorOperation<Input extends z.ZodType, Output extends z.ZodType>(
  entry: Omit<Operation<Input, Output>, 'access'>,
): Operation<Input, Output> {
  return { ...entry, access: 'visitor' }
}

/** For signed-in customers: `run` is never reached without one. */
export function customerOperation<Input extends z.ZodType, Output extends z.ZodType>(
  entry: Omit<Operation<Input, Output>, 'access' | 'run'> & {
    run(input: z.output<Input>, caller: CustomerCaller): Promise<z.input<Output>>
  },
): Operation<Input, Output> {
  return { ...entry, access: 'customer', run: (input, caller) => entry.run(input, signedIn(caller)) }
}

function signedIn(caller: Caller): CustomerCaller {
  if (caller.customerId === null) throw new ShopError('customer.required')
  return { ...caller, customerId: caller.customerId }
}
