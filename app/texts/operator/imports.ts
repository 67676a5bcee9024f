import { formatNumber } from '../format.ts'
import { catalogueTexts } from './catalogue.ts'
import type { Sentence } from './sentence.ts'

const pluralize = (number: number, one: string, many: string) => `${formatNumber(number)} ${number === 1 ? one : many}`

interface ImportCounts {
  read: number
  added: number
  changed: number
  returned: number
  withdrawn: number
  refused: number
}

/** What every import prints, and what compares prices with their ceilings. */
export const importCommandTexts = {
  rowFault: catalogueTexts.rowFault,
  dryRun: catalogueTexts.dryRun,
  faults: (file: string, count: number): Sentence => ({
    en: `${file}: ${count} ${count === 1 ? 'fault' : 'faults'}. Nothing was changed.`,
    pt: `${file}: ${pluralize(count, 'linha com erro', 'linhas com erro')}. Nada mudou.`,
  }),
  moreFaults: (count: number): Sentence => ({
    en: `and ${count} more`,
    pt: `e mais ${formatNumber(count)}: --faults ARQUIVO guarda todas`,
  }),
  noFile: (file: string): Sentence => ({
    en: `${file}: there is no such file`,
    pt: `${file}: não existe esse arquivo`,
  }),
  isFolder: (file: string): Sentence => ({
    en: `${file} is a folder: add the name of a file`,
    pt: `${file} é uma pasta: acrescente o nome do arquivo`,
  }),
  tooManyWithdrawn: (
    file: string,
    message: string,
    { missingCount, listedCount }: { missingCount: number; listedCount: number },
  ): Sentence => ({
    en: `${file}: ${message}. They would be withdrawn, more than a tenth of the shop: see whether the file is whole. If it is meant, add --yes. Nothing was changed.`,
    pt: `${file}: faltam ${formatNumber(missingCount)} dos ${formatNumber(listedCount)} produtos da loja. Sairiam da loja, mais de um décimo dela: confira se o arquivo está inteiro. Se for isso mesmo, acrescente --yes. Nada mudou.`,
  }),
  summary({ read, added, changed, returned, withdrawn, refused }: ImportCounts): Sentence {
    const optional = (count: number, text: string) => (count > 0 ? [text] : [])
    const en = [
      ...[`${added} added`, `${changed} changed`],
      ...optional(returned, `${returned} back on sale`),
      ...optional(withdrawn, `${withdrawn} withdrawn`),
      ...optional(refused, `${refused} refused`),
    ]
    const pt = [
      pluralize(added, 'novo', 'novos'),
      pluralize(changed, 'mudado', 'mudados'),
      ...optional(returned, `${formatNumber(returned)} de volta à venda`),
      ...optional(withdrawn, pluralize(withdrawn, 'retirado', 'retirados')),
      ...optional(refused, pluralize(refused, 'recusado', 'recusados')),
    ]
    return {
      en: `${read} ${read === 1 ? 'row' : 'rows'} read: ${en.join(', ')}.`,
      pt: `${pluralize(read, 'linha lida', 'linhas lidas')}: ${pt.join(', ')}.`,
    }
  },
  exportedPromotions: (file: string, count: number): Sentence => ({
    en: `${file}: ${count} ${count === 1 ? 'promotion' : 'promotions'}.`,
    pt: `${file}: ${pluralize(count, 'promoção', 'promoções')}.`,
  }),
  exportedOffers: (file: string, count: number): Sentence => ({
    en: `${file}: ${count} ${count === 1 ? 'offer' : 'offers'}.`,
    pt: `${file}: ${pluralize(count, 'preço', 'preços')}.`,
  }),
}

/** What `branches import` prints where orders rely on what changes. */
export const bookingTexts = {
  booking: (
    orderId: number,
    time: string | null,
    reason: 'closed' | 'noWindow' | 'noPickup' | 'closedPickup' | 'notServed',
  ): Sentence => ({
    en: `order ${orderId}${time ? ` (${time})` : ''} ${bookingReasons[reason].en}`,
    pt: `pedido ${orderId}${time ? ` (${time})` : ''} ${bookingReasons[reason].pt}`,
  }),
  unconfirmed: {
    en: 'Orders rely on what the file changes. If it is meant, add --yes, and call their customers. Nothing was changed.',
    pt: 'Há pedidos que contam com o que o arquivo muda. Se for isso mesmo, acrescente --yes e avise os clientes. Nada mudou.',
  },
}

const bookingReasons: Record<Parameters<typeof bookingTexts.booking>[2], Sentence> = {
  closed: {
    en: 'is promised for a time at which the branch is closed',
    pt: 'está prometido para uma hora em que a loja está fechada',
  },
  noWindow: { en: 'is promised for a window that is gone', pt: 'está prometido para uma janela que deixa de existir' },
  noPickup: {
    en: 'is picked up in a branch where nobody may pick up',
    pt: 'é retirado em uma loja onde não se retira mais',
  },
  closedPickup: {
    en: 'is kept until a time at which the branch is closed: now until the end of the next open day',
    pt: 'fica guardado até uma hora em que a loja está fechada: passa para o fim do próximo dia aberto',
  },
  notServed: {
    en: 'goes to a postal code that the branch does not serve',
    pt: 'vai para um CEP que a loja não atende',
  },
}
