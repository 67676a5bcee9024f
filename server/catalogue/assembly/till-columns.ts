import { foldText } from '../../platform/user-input.ts'

/** What a till's file tells of a product. */
export const tillColumns = ['ean', 'description', 'price', 'stock', 'brand', 'sku', 'branch'] as const
export type TillColumn = (typeof tillColumns)[number]

/** Which of its columns is which, by their place; what is not among them is left out. */
export type TillColumnIndexes = Partial<Record<TillColumn, number>>

/** Names that tills give their columns, the surest first. Compared without case, accents and signs. */
const namesByColumn: Record<TillColumn, string[]> = {
  ean: [
    'ean',
    'ean13',
    'gtin',
    'codigobarras',
    'codigodebarras',
    'codbarras',
    'codbarra',
    'codebar',
    'barras',
    'barra',
  ],
  description: ['descricao', 'descricaoproduto', 'descproduto', 'desc', 'produto', 'nomeproduto', 'nome', 'mercadoria'],
  price: [
    'precovenda',
    'prvenda',
    'vlvenda',
    'valorvenda',
    'precofinal',
    'preco',
    'pvenda',
    'valor',
    'vlrvenda',
    'price',
  ],
  stock: ['estoque', 'estoqueatual', 'saldo', 'saldoatual', 'qtde', 'qtd', 'quantidade', 'qtdestoque', 'estq', 'stock'],
  brand: ['marca', 'fabricante', 'fabr', 'laboratorio', 'lab', 'fornecedor'],
  sku: ['codigo', 'codigointerno', 'codproduto', 'codprod', 'cod', 'sku', 'referencia', 'id'],
  branch: ['loja', 'filial', 'codloja', 'codfilial', 'unidade'],
}

/** Written as tills write them, for telling a file's separator. */
export const commonColumnNames = [
  ...Object.values(namesByColumn).flat(),
  ...[
    'código',
    'código de barras',
    'codigo de barras',
    'cod_barras',
    'cod. barras',
    'descrição',
    'preço',
    'preço venda',
  ],
  ...['preco venda', 'pr_venda', 'preco_venda', 'vl_venda', 'estoque atual', 'dt_ult'],
]

/** @returns the columns that their names tell, each at most once */
export function guessTillColumns(header: string[]): TillColumnIndexes {
  const names = header.map((cell) => foldText(cell).replace(/[^a-z0-9]/g, ''))
  const indexes: TillColumnIndexes = {}
  for (const column of tillColumns) {
    const name = namesByColumn[column].find((candidate) => names.includes(candidate))
    if (name !== undefined) indexes[column] = names.indexOf(name)
  }
  return indexes
}

/** What no file can do without: which product, what it is called, and what it costs. */
export function listMissingColumns(indexes: TillColumnIndexes): TillColumn[] {
  return (['ean', 'description', 'price'] as const).filter((column) => indexes[column] === undefined)
}
