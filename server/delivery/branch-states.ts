import type { BareContext } from '../context.ts'

/** By the first five digits of their postal codes, up to and including them (Correios, "faixas de CEP"). */
const lastZipcodePrefixes: [prefix: number, state: string][] = [
  ...([
    [19999, 'SP'],
    [28999, 'RJ'],
    [29999, 'ES'],
    [39999, 'MG'],
    [48999, 'BA'],
    [49999, 'SE'],
  ] as const),
  ...([
    [56999, 'PE'],
    [57999, 'AL'],
    [58999, 'PB'],
    [59999, 'RN'],
    [63999, 'CE'],
    [64999, 'PI'],
  ] as const),
  ...([
    [65999, 'MA'],
    [68899, 'PA'],
    [68999, 'AP'],
    [69299, 'AM'],
    [69399, 'RR'],
    [69899, 'AM'],
  ] as const),
  ...([
    [69999, 'AC'],
    [72799, 'DF'],
    [72999, 'GO'],
    [73699, 'DF'],
    [76799, 'GO'],
    [76999, 'RO'],
  ] as const),
  ...([
    [77999, 'TO'],
    [78899, 'MT'],
    [79999, 'MS'],
    [87999, 'PR'],
    [89999, 'SC'],
    [99999, 'RS'],
  ] as const),
].map(([prefix, state]) => [prefix, state])

/** The states of Brazil, by their two letters. */
export const states = [...new Set(lastZipcodePrefixes.map(([, state]) => state))].sort()

/** The state (`SP`) of a postal code; null for one that no state has. @param zipcode as a number: 1310100 is 01310-100 */
export function findStateOfZipcode(zipcode: number): string | null {
  const prefix = Math.floor(zipcode / 1000)
  if (prefix < 1000) return null
  return lastZipcodePrefixes.find(([lastPrefix]) => prefix <= lastPrefix)?.[1] ?? null
}

/** In which state (`SP`) each branch is, by its id: its address's, else that of the postal codes it serves; null where neither tells. */
export async function loadBranchStates(ctx: Pick<BareContext, 'db'>): Promise<Map<number, string | null>> {
  const rows = await ctx.db
    .selectFrom('branch')
    .leftJoin('branchZipcodes', 'branchZipcodes.branchId', 'branch.id')
    .select(['branch.id', 'branch.state', 'branch.zipcode', ({ fn }) => fn.min('firstZipcode').as('servedZipcode')])
    .groupBy(['branch.id', 'branch.state', 'branch.zipcode'])
    .execute()
  return new Map(
    rows.map(({ id, state, zipcode, servedZipcode }) => {
      const ownState = state?.trim().toUpperCase() ?? ''
      const anyZipcode = zipcode ?? servedZipcode
      const zipcodeState = anyZipcode === null ? null : findStateOfZipcode(Number(anyZipcode))
      return [id, states.includes(ownState) ? ownState : zipcodeState]
    }),
  )
}
