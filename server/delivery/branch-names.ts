import type { BareContext } from '../context.ts'

/** Every branch by its number, for what needs no more of it. */
export function listBranchNames({ db }: Pick<BareContext, 'db'>): Promise<{ id: number; name: string }[]> {
  return db.selectFrom('branch').select(['id', 'name']).orderBy('id').execute()
}
