import { type RefusalCode, ShopError } from '../platform/errors.ts'

/** Fulfilment refuses in English, for the command line, where somebody else was quicker: that is the refusal's cause. */
export async function refusedAs<Result>(code: RefusalCode, step: Promise<Result>): Promise<Result> {
  return step.catch((error) => {
    if (error instanceof Error && error.name === 'Error') throw new ShopError(code, {}, { cause: error })
    throw error
  })
}
