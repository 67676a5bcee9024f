import { atHour, formatHours, formatRelativeDay, formatTime } from './dates.ts'
import { formatTimeOfDay } from './format.ts'

export const storeTexts = {
  title: 'Nossas lojas',
  description: (count: number) =>
    count === 1 ? 'Retire seu pedido na nossa loja.' : `Retire seu pedido em uma das ${count} lojas.`,
  noStores: 'Ainda não há lojas para retirar.',
  storeName: (name: string) => `Loja ${name}`,
  hours: 'Horário',
  specialHours: (day: string, hours: [string, string] | null) =>
    `${day}: ${hours ? formatHours(formatTimeOfDay(hours[0]), formatTimeOfDay(hours[1])) : 'fechada'}`,
  address: 'Endereço',
  zipcode: (zipcode: string) => `CEP ${zipcode}`,
  map: 'Ver no mapa',
  phone: 'Telefone',
  pickup: 'Retirada',
  pickupHint: (minutes: number, days: number) =>
    `Pedido pronto em até ${minutes} minutos depois do pagamento, com a loja aberta. Guardamos por ${days === 1 ? '1 dia' : `${days} dias`}.`,
  pickUpHere: 'Retirar a sacola nesta loja',
  buyHere: 'Comprar para retirar nesta loja',
  legal: 'Dados legais desta loja',
  cnpj: 'CNPJ',
  licence: 'Licença sanitária',
  afe: 'Autorização de funcionamento (AFE)',
  pharmacist: 'Farmacêutico responsável',
  allStores: 'Todas as lojas',
}

export const weekdays = ['Domingo', 'Segunda', 'Terça', 'Quarta', 'Quinta', 'Sexta', 'Sábado']

/**
 * The week, consecutive days with the same hours together: `Segunda a sexta, das 8h às 20h`, `Domingo, fechada`.
 * @param week what opens on each weekday, Sunday first
 */
export function formatWeek(week: [openTime: string, closeTime: string][][]): string[] {
  const runs: { days: number[]; hours: string }[] = []
  for (const day of [1, 2, 3, 4, 5, 6, 0]) {
    const hours = formatDayHours(week[day] ?? [])
    const run = runs.at(-1)
    if (run?.hours === hours) run.days.push(day)
    else runs.push({ days: [day], hours })
  }
  return runs.map(({ days, hours }) => {
    const [first = '', last = ''] = [days[0], days.at(-1)].map((day) => weekdays[day ?? 0])
    if (days.length === 7) return `Todos os dias, ${hours}`
    return `${days.length === 1 ? first : `${first} ${days.length === 2 ? 'e' : 'a'} ${last.toLowerCase()}`}, ${hours}`
  })
}

function formatDayHours(ranges: [openTime: string, closeTime: string][]): string {
  if (ranges.length === 0) return 'fechada'
  return ranges
    .map(([openTime, closeTime]) =>
      openTime === closeTime ? '24 horas' : formatHours(formatTimeOfDay(openTime), formatTimeOfDay(closeTime)),
    )
    .join(' e ')
}

/** Whether a store is open, and until or from when: today where no day is told, at night tomorrow. */
export function formatOpeningStatus(
  { isOpen, changesAt }: { isOpen: boolean; changesAt: Date | null },
  now: Date,
): string {
  if (!changesAt) return isOpen ? 'Aberta 24 horas' : 'Fechada agora'
  const day = formatRelativeDay(changesAt, now).toLowerCase()
  const time = formatTimeOfDay(formatTime(changesAt))
  if (isOpen) return `Aberta até ${day === 'hoje' || day === 'amanhã' ? '' : `${day}, `}${time}`
  return `Fechada agora, abre ${day === 'hoje' ? '' : `${day}, `}${atHour(time)}`
}
