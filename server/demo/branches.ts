import type { Transaction } from '../database/connection.ts'

/** Zipcode ranges and price factor in percent of the typical price. */
export const branches = [
  branch(1, 'Paulista', [[1000000, 1599999]], '07:00', '22:00', 30, 100),
  branch(2, 'Moema', [[4000000, 4999999]], '07:00', '22:00', 45, 102),
  branch(3, 'Pinheiros', [[5000000, 5999999]], '07:00', '23:00', 59, 98),
  branch(4, 'Tatuapé', [[3000000, 3999999]], '08:00', '21:00', 90, 105),
  branch(5, 'Santana', [[2000000, 2999999]], '06:00', '23:30', 120, 101),
  branch(
    10,
    'Entrega programada',
    [
      [6000000, 7999999],
      [8500000, 9999999],
    ],
    '08:00',
    '18:00',
    240,
    100,
  ),
]

function branch(
  id: number,
  name: string,
  zipcodes: [first: number, last: number][],
  open: string,
  close: string,
  estimate: number,
  pricePercent: number,
) {
  return { id, name, zipcodes, open, close, estimate, pricePercent, later: id === 10 }
}

export async function insertBranches(tx: Transaction): Promise<void> {
  for (const { id, name, zipcodes, open, close, estimate, later } of branches) {
    await tx
      .insertInto('branch')
      .values({
        id,
        name,
        open_time: open,
        close_time: close,
        whatsapp: `55113000${String(id).padStart(4, '0')}`,
        shipping_estimate_minutes: estimate,
        shipping_later: later ? 1 : 0,
      })
      .execute()
    await tx
      .insertInto('branch_zipcodes')
      .values(zipcodes.map(([first, last]) => ({ branch_id: id, first_zipcode: first, last_zipcode: last })))
      .execute()
  }
}
