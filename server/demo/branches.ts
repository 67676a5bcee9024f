import type { TransactionContext } from '../context.ts'
import type { WeekHours } from '../delivery/opening-hours.ts'
import { type DeliveryTerms, noTerms } from '../delivery/zipcode-ranges.ts'

/** Where one may pick up: postal code, street, number, neighbourhood, minutes until it is ready. */
const pickupLocationByBranchId: Record<
  number,
  [zipcode: string, street: string, number: string, neighborhood: string, pickupMinutes: number]
> = {
  1: ['01310100', 'Avenida Paulista', '1000', 'Bela Vista', 20],
  2: ['04029200', 'Avenida Ibirapuera', '2315', 'Moema', 20],
  3: ['05416010', 'Rua Fradique Coutinho', '420', 'Pinheiros', 20],
  4: ['03310000', 'Rua Tuiuti', '1500', 'Tatuapé', 20],
  5: ['02010200', 'Rua Voluntários da Pátria', '2100', 'Santana', 20],
}

/** Where one pays at the door, and up to how much. */
const doorPaymentByBranchId: Record<number, { doorPaymentLimitCents: number; isDoorPaymentKnownOnly: boolean }> = {
  1: { doorPaymentLimitCents: 20_000, isDoorPaymentKnownOnly: false },
  2: { doorPaymentLimitCents: 20_000, isDoorPaymentKnownOnly: true },
}

/** Every day, from and to in hours. */
const deliverySlotHours = [
  [8, 10],
  [10, 12],
  [14, 16],
  [16, 18],
] as const
const deliverySlotSettings = { capacity: 12, orderCutoffMinutes: 60 }
/** Beside delivery at once. */
const branchIdsWithDeliverySlots = [1, 3, 10]

/** Hours by weekday, of the stores that have them. */
const weeklyHoursByBranchId: Record<number, WeekHours> = {
  1: [[['08:00', '20:00']], ...Array.from({ length: 6 }, (): WeekHours[number] => [['07:00', '22:00']])],
}

/** Zipcode ranges, with what is asked there alone, and price factor in percent of the typical price. */
export const branches = [
  buildBranch(1, 'Paulista', [[1000000, 1599999]], '07:00', '22:00', 30, 100),
  buildBranch(2, 'Moema', [[4000000, 4999999]], '07:00', '22:00', 45, 102),
  buildBranch(3, 'Pinheiros', [[5000000, 5999999]], '07:00', '23:00', 59, 98),
  buildBranch(4, 'Tatuapé', [[3000000, 3999999]], '08:00', '21:00', 90, 105),
  buildBranch(
    5,
    'Santana',
    [
      [2000000, 2499999],
      [2500000, 2999999, { deliveryFeeCents: 790, minimumOrderCents: 3000 }],
    ],
    '06:00',
    '23:30',
    120,
    101,
  ),
  buildBranch(
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

function buildBranch(
  id: number,
  name: string,
  zipcodeRanges: [first: number, last: number, terms?: Partial<DeliveryTerms>][],
  openTime: string,
  closeTime: string,
  deliveryEstimateMinutes: number,
  priceLevelPercent: number,
) {
  return {
    id,
    name,
    zipcodeRanges,
    openTime,
    closeTime,
    deliveryEstimateMinutes,
    priceLevelPercent,
    isScheduledOnly: id === 10,
  }
}

export async function insertBranches(ctx: TransactionContext): Promise<void> {
  for (const { id, name, zipcodeRanges, openTime, closeTime, deliveryEstimateMinutes, isScheduledOnly } of branches) {
    await ctx.db
      .insertInto('branch')
      .values({
        id,
        name,
        openTime,
        closeTime,
        whatsapp: `55113000${String(id).padStart(4, '0')}`,
        shippingEstimateMinutes: deliveryEstimateMinutes,
        isShippingScheduled: isScheduledOnly,
        weeklyHours: weeklyHoursByBranchId[id] ? JSON.stringify(weeklyHoursByBranchId[id]) : null,
        ...buildPickupBranchColumns(id),
        ...doorPaymentByBranchId[id],
      })
      .execute()
    if (branchIdsWithDeliverySlots.includes(id)) await insertDeliverySlots(ctx, id)
    await ctx.db
      .insertInto('branchZipcodes')
      .values(
        zipcodeRanges.map(([first, last, terms]) => ({
          ...{ branchId: id, firstZipcode: first, lastZipcode: last },
          ...noTerms,
          ...terms,
        })),
      )
      .execute()
  }
}

function buildPickupBranchColumns(id: number) {
  const pickupLocation = pickupLocationByBranchId[id]
  if (!pickupLocation) return {}
  const [zipcode, street, number, neighborhood, pickupMinutes] = pickupLocation
  return {
    ...{ zipcode, street, number, neighborhood, city: 'São Paulo', state: 'SP', pickupMinutes },
    phone: `(11) 3000-${String(id).padStart(4, '0')}`,
    cnpj: `00000000${String(id).padStart(4, '0')}00`,
    licence: `CMVS 355030800-000-00000${id}-0-0`,
    afe: `0.00000-${id}`,
    pharmacistName: 'Helena Prado',
    pharmacistCrf: 'CRF-SP 00.000',
  }
}

async function insertDeliverySlots(ctx: TransactionContext, branchId: number): Promise<void> {
  const { capacity, orderCutoffMinutes } = deliverySlotSettings
  const formatHour = (hour: number) => `${String(hour).padStart(2, '0')}:00`
  const slots = [0, 1, 2, 3, 4, 5, 6].flatMap((weekday) =>
    deliverySlotHours.map(([startHour, endHour]) => ({
      branchId,
      weekday,
      startTime: formatHour(startHour),
      endTime: formatHour(endHour),
      capacity,
      lastOrderMinutes: orderCutoffMinutes,
    })),
  )
  await ctx.db.insertInto('deliverySlot').values(slots).execute()
}
