import { formatRelativeDay, formatTime } from './dates.ts'
import { formatTimeOfDay } from './format.ts'

export const storeTexts = {
  title: 'Nossas lojas',
  description: (count: number) =>
    count === 1 ? 'Retire seu pedido na nossa loja.' : `Retire seu pedido em uma das ${count} lojas.`,
  noStores: 'Ainda não há lojas para retirar.',
  storeName: (name: string) => `Loja ${name}`,
  hours: 'Horário',
  dailyHours: (openTime: string, closeTime: string) =>
    openTime === closeTime
      ? 'Todos os dias, 24 horas'
      : `Todos os dias, das ${formatTimeOfDay(openTime)} às ${formatTimeOfDay(closeTime)}`,
  specialHours: (day: string, hours: [string, string] | null) =>
    `${day}: ${hours ? `das ${formatTimeOfDay(hours[0])} às ${formatTimeOfDay(hours[1])}` : 'fechada'}`,
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

/** Whether a store is open, and until or from when: today where no day is told, at night tomorrow. */
export function formatOpeningStatus(
  { isOpen, changesAt }: { isOpen: boolean; changesAt: Date | null },
  now: Date,
): string {
  if (!changesAt) return isOpen ? 'Aberta 24 horas' : 'Fechada agora'
  const day = formatRelativeDay(changesAt, now).toLowerCase()
  const time = formatTimeOfDay(formatTime(changesAt))
  if (isOpen) return `Aberta até ${day === 'hoje' || day === 'amanhã' ? '' : `${day}, `}${time}`
  return `Fechada agora, abre ${day === 'hoje' ? '' : `${day}, `}às ${time}`
}
