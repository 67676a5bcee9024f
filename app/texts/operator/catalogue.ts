import { formatDay, formatMoney, formatNumber } from '../format.ts'
import { formatImportError } from '../import-errors.ts'
import type { Sentence } from './sentence.ts'

const count = (number: number, [one, many]: [one: string, many: string]) =>
  `${formatNumber(number)} ${number === 1 ? one : many}`

/** What the commands of the catalogue print that an owner runs. */
export const catalogueTexts = {
  /** A row of a file and its fault; line 0 is the file as a whole. */
  rowFault: ({ line, column, reason }: { line: number; column?: string | undefined; reason: string }): Sentence =>
    line === 0
      ? { en: `the file ${reason}`, pt: `o arquivo ${formatImportError(reason)}` }
      : {
          en: `line ${line}${column ? `, column ${column}` : ''}: ${reason}`,
          pt: `linha ${line}${column ? `, coluna ${column}` : ''}: ${formatImportError(reason)}`,
        },
  lists: (read: number, lists: { ready: number; byRule: number; toComplete: number; refused: number }): Sentence => ({
    en: `${read} rows: ${lists.ready} ready, ${lists.byRule} by rule, ${lists.toComplete} to complete, ${lists.refused} refused.`,
    pt: `${count(read, ['linha', 'linhas'])}: ${count(lists.ready, ['pronta', 'prontas'])}, ${formatNumber(lists.byRule)} por regra, ${formatNumber(lists.toComplete)} a completar, ${count(lists.refused, ['recusada', 'recusadas'])}.`,
  }),
  changes: (added: number, changed: number): Sentence => ({
    en: `${added} products added, ${changed} offers changed.`,
    pt: `${count(added, ['produto novo', 'produtos novos'])}, ${count(changed, ['preço ou estoque mudado', 'preços ou estoques mudados'])}.`,
  }),
  pending: (cents: number): Sentence => ({
    en: `What waits is worth ${formatMoney(cents)}: complete it in the back office.`,
    pt: `O que espera vale ${formatMoney(cents)} em estoque: complete no balcão, em Produtos, "A completar".`,
  }),
  keptList: (day: string): Sentence => ({
    en: `The shop has the list of ${day}, which is newer: its ceilings stay.`,
    pt: `A loja tem a lista de ${formatDay(day)}, mais nova: os tetos de preço ficam os dela.`,
  }),
  dryRun: {
    en: 'This was a dry run: nothing was changed.',
    pt: 'Foi uma prova: nada mudou.',
  },
  unknownBranch: (branchId: number, ids: number[]): Sentence => ({
    en: `there is no branch ${branchId}: it is one of ${ids.join(', ')}`,
    pt: `não existe a loja ${branchId}: é uma de ${ids.join(', ')}`,
  }),
  exported: (file: string, productCount: number): Sentence => ({
    en: `${file}: ${productCount} ${productCount === 1 ? 'product' : 'products'}.`,
    pt: `${file}: ${count(productCount, ['produto', 'produtos'])}.`,
  }),
  olderList: (file: string, { publishedOn, storedOn }: { publishedOn: string | null; storedOn: string }): Sentence => ({
    en: `${file}: the list ${publishedOn === null ? 'does not say when it was published' : `is of ${publishedOn}`}, and the shop has the one of ${storedOn}. If it is meant, add --force. Nothing was changed.`,
    pt: `${file}: a lista ${publishedOn === null ? 'não diz de quando é' : `é de ${formatDay(publishedOn)}`}, e a loja tem a de ${formatDay(storedOn)}. Se for isso mesmo, acrescente --force. Nada mudou.`,
  }),
  list: (publishedOn: string | null, medicineCount: number, rates: string[]): Sentence => ({
    en: `List of ${publishedOn ?? 'an unknown day'}: ${medicineCount === 1 ? '1 medicine' : `${medicineCount} medicines`}, PMC ${rates.join(', ')}.`,
    pt: `Lista ${publishedOn === null ? 'sem data' : `de ${formatDay(publishedOn)}`}: ${count(medicineCount, ['medicamento', 'medicamentos'])}, PMC ${rates.join(', ')}.`,
  }),
  pricesAbove: (priceCount: number, productCount: number): Sentence =>
    priceCount === 0
      ? {
          en: `No price is above its ceiling, of ${productCount} medicines.`,
          pt: `Nenhum preço acima do teto, de ${count(productCount, ['medicamento', 'medicamentos'])}.`,
        }
      : {
          en: `${priceCount} prices are above their ceiling, of ${productCount} medicines: see catalogue check-prices.`,
          pt: `${count(priceCount, ['preço', 'preços'])} acima do teto, de ${count(productCount, ['medicamento', 'medicamentos'])}: veja "catalogue check-prices".`,
        },
  pictures: (takenCount: number, pictureCount: number): Sentence => ({
    en: `${takenCount} of ${pictureCount} pictures taken.`,
    pt: `${formatNumber(takenCount)} de ${count(pictureCount, ['foto', 'fotos'])} na loja.`,
  }),
  noPicture: (path: string): Sentence => ({
    en: `${path}: no picture was taken. Name each by its product's bar code, 7896004719115.jpg`,
    pt: `${path}: nenhuma foto entrou. Dê a cada uma o nome do código de barras do produto, 7896004719115.jpg`,
  }),
  noProduct: {
    en: 'is the bar code of no product of the shop, or of more than one',
    pt: 'não é o código de barras de nenhum produto da loja, ou é o de mais de um',
  },
  noPath: (path: string): Sentence => ({
    en: `${path}: there is no such file or folder`,
    pt: `${path}: não existe esse arquivo ou pasta`,
  }),
  noZip: (path: string): Sentence => ({
    en: `${path}: neither a folder nor a zip`,
    pt: `${path}: não é uma pasta nem um zip`,
  }),
}
