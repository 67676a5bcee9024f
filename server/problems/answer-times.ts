import type { Context } from '../context.ts'
import type { TimeRange } from '../orders/sales-figures.ts'

/** Minutes from the report of each problem until the answer that closed it, of those answered in a range. @param branchId null: of all */
export async function listMinutesToAnswer(
  ctx: Context,
  { from, until }: TimeRange,
  branchId: number | null,
): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('orderProblemMessage as answer')
    .innerJoin('orderProblem', 'orderProblem.id', 'answer.problemId')
    .select(['answer.at as answeredAt', 'orderProblem.createdAt'])
    .where('answer.at', '>=', from)
    .where('answer.at', '<', until)
    .where('answer.staffName', 'is not', null)
    .where('orderProblem.state', '=', 'closed')
    .$if(branchId !== null, (qb) => qb.where('orderProblem.branchId', '=', branchId as number))
    // What the shop asked before, it answered later.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('orderProblemMessage as later')
            .select('later.id')
            .whereRef('later.problemId', '=', 'answer.problemId')
            .whereRef('later.id', '>', 'answer.id')
            .where('later.staffName', 'is not', null),
        ),
      ),
    )
    .execute()
  return rows.map(({ answeredAt, createdAt }) => (answeredAt.getTime() - createdAt.getTime()) / 60_000)
}
