import type { BareContext } from './bare-context.ts'

class DryRunRollback<Result> extends Error {
  readonly result: Result

  constructor(result: Result) {
    super('dry run rolled back')
    this.result = result
  }
}

/** The same context, whose transactions are rolled back once they have returned what they would have done. */
export function createDryRunContext<Ctx extends Pick<BareContext, 'transact'> & { isTransaction?: never }>(
  ctx: Ctx,
): Ctx {
  return {
    ...ctx,
    async transact<Result>(work: Parameters<typeof ctx.transact<Result>>[0]): Promise<Result> {
      try {
        return await ctx.transact<Result>(async (ctx) => {
          throw new DryRunRollback(await work(ctx))
        })
      } catch (error) {
        if (error instanceof DryRunRollback) return error.result
        throw error
      }
    },
  }
}
