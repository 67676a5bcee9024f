/** What a row of an imported file is refused for, in Portuguese: the importer's own messages are for the operator, in English. */
const reasonTranslations: [reason: RegExp, (...parts: string[]) => string][] = [
  [/^has no bar code$/, () => 'sem código de barras'],
  [/^has no bar code, and no price$/, () => 'sem código de barras e sem preço'],
  [/^has a bar code of the store’s own$/, () => 'código de barras próprio da loja'],
  [/^has a bar code of the store’s own, and no price$/, () => 'código de barras próprio da loja, e sem preço'],
  [
    /^has a bar code that a spreadsheet rounded/,
    () => 'a planilha arredondou o código de barras: formate a coluna como texto e exporte de novo',
  ],
  [
    /^has a bar code whose last digit/,
    () => 'código de barras com dígito errado: o último não confere os outros, nem com zeros na frente',
  ],
  [/^is in line (\d+) too, which counts$/, (line) => `repetido: vale a linha ${line}`],
  [/^names no branch$/, () => 'não diz a loja: escolha a loja, ou a coluna que diz'],
  [/^is of no branch of the shop$/, () => 'a loja não existe aqui'],
  [/^is a product that you left out of the shop$/, () => 'vocês decidiram não vender pela loja'],
  [/^has no description$/, () => 'sem descrição'],
  [/^has no price$/, () => 'sem preço'],
  [/^has the price 0$/, () => 'com preço 0: o preço de antes fica'],
  [
    /^has the price "(.*)", which may be a thousand or one real$/,
    (price) => `preço “${price}” pode ser mil ou um real: escreva também os centavos`,
  ],
  [/^has the price "(.*)", which is no amount in reais$/, (price) => `preço “${price}” não é um valor em reais`],
  [/^has the price "(.*)", which is above what/, (price) => `preço “${price}” passa do que a loja vende`],
  [/^has the stock "(.*)", which is no whole number$/, (stock) => `estoque “${stock}” não é um número inteiro`],
  [/^has the stock "(.*)", which is above what/, (stock) => `estoque “${stock}” passa do que a loja guarda`],
  [/^has the stock (-\S+), which was taken as 0$/, (stock) => `estoque ${stock} entra como 0`],
  [/^is no promotion: write/, () => 'não é uma promoção: escreva como leve 3 pague 2'],
  [/^saves nothing at the prices of today$/, () => 'não deixa nada mais barato que hoje'],
  [/^is there already, for these products and days$/, () => 'estes produtos já têm esta promoção, nos mesmos dias'],
  [/^is a medicine, which has no promotion/, () => 'é medicamento, que não tem promoção (RDC 96/2008)'],
  [/^may have no promotion$/, () => 'não pode ter promoção'],
  [
    /^must be a day such as (\S+), not before the first$/,
    (day) => `precisa ser um dia como ${day}, e não antes do primeiro`,
  ],
  [/^is over$/, () => 'já passou'],
  [/^is empty$/, () => 'está vazio'],
  [/^is longer than (\d+) characters$/, (max) => `tem mais de ${max} caracteres`],
  [/^has a line break or another control character$/, () => 'tem quebra de linha ou outro caractere de controle'],
  [/^must be 0 or 1$/, () => 'precisa ser 0 ou 1'],
  [/^must be a whole number from (\d+) to (\d+)$/, (from, to) => `precisa ser um número inteiro de ${from} a ${to}`],
  [/^must be reais,/, () => 'precisa ser um valor em reais, como 1.234,56'],
  [/^may be a thousand or one real/, () => 'pode ser mil ou um real: escreva também os centavos, como 1234,00'],
  [/^must be above zero$/, () => 'precisa ser maior que zero'],
  [/^must be at most ([\d.]+)$/, (max) => `pode ser no máximo ${max.replace('.', ',')}`],
  [/^must be the digits of a bar code$/, () => 'precisa ter só os dígitos do código de barras'],
  [
    /^must be a bar code \(GTIN\)/,
    () => 'não é um código de barras: são 8, 12, 13 ou 14 dígitos, e o último confere os outros',
  ],
  [/^must be the digits of a GGREM code$/, () => 'precisa ter só os dígitos do código GGREM'],
  [/^must be the digits of a registration$/, () => 'precisa ter só os dígitos do registro na Anvisa'],
  [/^must not begin with =, \+, - or @/, () => 'não pode começar com =, +, - ou @: planilhas o tomariam por fórmula'],
  [/^must have a letter or a digit$/, () => 'precisa ter uma letra ou um número'],
  [/^must be lower-case words joined by hyphens$/, () => 'precisa ser em minúsculas, com palavras unidas por hífen'],
  [/^must be ((?:\w+, )+\w+) or (\w+)$/, (values, lastValue) => `precisa ser ${values} ou ${lastValue}`],
  [/^must be empty, amount or percent$/, () => 'precisa ser amount, percent ou vazio'],
  [/^must be an address that starts with/, () => 'precisa ser um endereço que começa com https://'],
  [
    /^must be 0 for what is sold with a prescription/,
    () => 'precisa ser 0: é vendido com receita (RDC 44/2009, art. 54)',
  ],
  [/^must be 0 for a controlled medicine/, () => 'precisa ser 0: é um medicamento controlado (Portaria 344/98)'],
  [/^is too long, together with name and brand$/, () => 'é longo demais, junto com nome e marca'],
  [/^must be empty where promo_allowed is 0$/, () => 'precisa ficar vazio onde promo_allowed é 0'],
  [/^is empty, yet there is a discount$/, () => 'está vazio, mas há um desconto'],
  [/^must be a whole percentage from 1 to 99$/, () => 'precisa ser uma porcentagem inteira de 1 a 99'],
  [/^must be below the price$/, () => 'precisa ser menor que o preço'],
  [/^is in line (\d+) too$/, (line) => `já está na linha ${line}`],
  [/^is in line (\d+) too, for this branch$/, (line) => `já está na linha ${line}, para esta loja`],
  [
    /^belongs to the product (.+), which the file does not name$/,
    (sku) => `é do produto ${sku}, que o arquivo não traz`,
  ],
  [
    /^names files, which do not come with an upload$/,
    () => 'precisa ficar vazio: a foto se envia na página do produto',
  ],
  [
    /^has (\d+) columns, the header has (\d+)$/,
    (columnCount, headerCount) => `a linha tem ${columnCount} colunas, e a primeira tem ${headerCount}`,
  ],
  [/^is empty, and so is every other name of the product$/, () => 'está vazio, e nada mais diz qual é o produto'],
  [/^names the product twice$/, () => 'diz o produto pela segunda vez: deixe só um de sku, ean, slug e id'],
  [/^is no product of the shop$/, () => 'não é um produto da loja'],
  [
    /^(\d+) on the shelf, (\d+) sold: (\d+) are missing$/,
    (shelfUnits, soldUnits, missingUnits) =>
      `${shelfUnits} na prateleira e ${soldUnits} em pedidos: faltam ${missingUnits}. O estoque para vender fica em zero`,
  ],
  [/^is also that of the product (.+)$/, (sku) => `é também do produto ${sku}: confira qual dos dois está certo`],
  [
    /^cell (\w+) has a formula without a saved value/,
    (cell) => `célula ${cell} tem uma fórmula sem valor salvo: abra a planilha no Excel e salve`,
  ],
  [/^cell (\w+) has the error (.+)$/, (cell, error) => `célula ${cell} tem o erro ${error}: corrija a fórmula`],
  [
    /^cell (\w+) is a date, (.+): format/,
    (cell, day) => `célula ${cell} é uma data (${day}): formate a coluna como texto`,
  ],
  [/^cell (\w+) stands far from the table/, (cell) => `célula ${cell} está longe da tabela: esvazie-a`],
  [/^has hidden rows, which were read: (.+)$/, (lines) => `tem linhas escondidas, que foram lidas: ${lines}`],
  [/^has hidden columns, which were read: (.+)$/, (columns) => `tem colunas escondidas, que foram lidas: ${columns}`],
  [
    /^has other sheets than "(.+)", which were not read: (.+)$/,
    (sheet, otherSheets) =>
      `tem outras abas além de “${sheet}”, que não foram lidas: ${otherSheets.replaceAll('(hidden)', '(escondida)')}`,
  ],
  [
    /^is no UTF-8, and was read as Windows-1252/,
    () => 'não está em UTF-8 e foi lido como Windows-1252 (Latin-1): veja se os acentos estão certos',
  ],
  [/^must have at most (\d+) characters$/, (max) => `pode ter no máximo ${max} caracteres`],
  [/^must have its number$/, () => 'precisa ter o número'],
  [
    /^must (?:have 8 digits, such as|be a postal code such as) 01310-100$/,
    () => 'não é um CEP: são 8 números, como 01310-100',
  ],
  [/^must be 55, area code and number/, () => 'precisa ser 55, DDD e número, só com os dígitos, como 5511999990000'],
  [/^must be a CNPJ of 14 characters/, () => 'não é um CNPJ: são 14 caracteres, como 12.ABC.345/01DE-35'],
  [
    /^is no CNPJ: its check digits are (\w+), the other twelve lead to (\w+)$/,
    (digits, rightDigits) => `não é um CNPJ: termina em ${digits}, e os outros doze dão ${rightDigits}`,
  ],
  [
    /^(\S+) overlaps (\S+) of branch (\d+)$/,
    (range, otherRange, branch) => `${range} cobre CEPs de ${otherRange}, da loja ${branch}`,
  ],
  [/^is no category of the shop$/, () => 'não é uma categoria da loja'],
  [/^is no part of that category$/, () => 'não é uma subcategoria dessa categoria'],
  [/^may not be promoted/, () => 'não pode ser anunciado (RDC 44/2009, art. 54)'],
  [/^stands beside a category: give one of them$/, () => 'está ao lado de uma categoria: deixe só um dos dois'],
  [/^differs from line (\d+), which is the same gain$/, (line) => `é outro que o da linha ${line}, do mesmo benefício`],
  [/^is no customer's e-mail$/, () => 'não é o e-mail de nenhum cliente'],
  [
    /^is less than was granted before: ([\d.]+) of the difference were spent already, so only ([\d.]+) were taken back$/,
    (spentAmount, backAmount) =>
      `é menos que o já concedido: R$ ${spentAmount.replace('.', ',')} da diferença já foram gastos, e só R$ ${backAmount.replace('.', ',')} voltaram`,
  ],
  [/^is empty, yet there is an address$/, () => 'está vazio, mas há um endereço'],
  [/^there is no file "(.*)"$/, (name) => `não existe o arquivo “${name}”`],
  [/^has too many pixels$/, () => 'tem pixels demais: diminua a foto'],
  [/^is no picture that can be read$/, () => 'não é uma foto que se possa ler'],
  [/^must be a file beside the catalogue$/, () => 'precisa ser um arquivo na mesma pasta do catálogo'],
  [/^is no branch of the shop$/, () => 'não é o número de uma loja'],
  [
    /^is empty, yet the product has no price in this branch$/,
    () => 'está vazio, e o produto ainda não tem preço nesta loja',
  ],
  [
    /^cannot be read at ‘(.*)’: a window is such as/,
    (window) => `não deu para ler ‘${window}’: escreva como seg-sex 08:00-10:00 x20 -30`,
  ],
  [/^must take 1 to (\d+) orders at ‘(.*)’$/, (max, window) => `precisa aceitar de 1 a ${max} pedidos em ‘${window}’`],
  [
    /^must close 0 to (\d+) minutes before the start at ‘(.*)’$/,
    (max, window) => `precisa fechar de 0 a ${max} minutos antes do início em ‘${window}’`,
  ],
  [/^must end after its start at ‘(.*)’$/, (window) => `precisa terminar depois do começo em ‘${window}’`],
  [/^names ‘(.*)’ twice$/, (name) => `tem ‘${name}’ duas vezes`],
  [/^has no weekday ‘(.*)’: they are/, (name) => `não tem o dia ‘${name}’: são seg, ter, qua, qui, sex, sáb, dom`],
  [/^has no time ‘(.*)’: a time is such as/, (time) => `não tem o horário ‘${time}’: escreva como 07:00`],
  [/^must be postal codes from and to, such as/, () => 'precisa ser de um CEP até outro, como 01000-000-01599-999'],
  [
    /^cannot be read at ‘(.*)’: write such as 01000/,
    (range) => `não deu para ler ‘${range}’: escreva como 01000-000-01599-999 taxa 7,90 mínimo 30 45min`,
  ],
  [/^has ‘(.*)’ in ‘(.*)’, too$/, (range, other) => `tem ‘${range}’ também em ‘${other}’`],
  [/^has hours that overlap on ‘(.*)’$/, (day) => `tem horários que se sobrepõem em ‘${day}’`],
  [/^has no hours: write such as/, () => 'não tem horário: escreva como seg-sáb 08:00-20:00'],
  [/^has no day at ‘(.*)’: a day is such as/, (day) => `não tem o dia em ‘${day}’: escreva como 25/12/2026 fechado`],
  [/^has no hours at ‘(.*)’: write/, (day) => `não tem o horário em ‘${day}’: escreva fechado ou 07:00-14:00`],
  [
    /^is above the legal ceiling of ([\d.]+) \((.+)\): the price stays as it was(, the stock is taken)?$/,
    (ceiling, column, stock) =>
      `acima do teto legal de ${formatImportedCeiling(ceiling, column)}: o preço fica como estava${stock ? ', e o estoque vale' : ''}`,
  ],
  [
    /^is above the legal ceiling of ([\d.]+) \((.+)\): the branch has no price of it yet/,
    (ceiling, column) =>
      `acima do teto legal de ${formatImportedCeiling(ceiling, column)}: a loja ainda não tem preço dele, e a linha ficou de fora`,
  ],
]

function formatImportedCeiling(reais: string, column: string): string {
  return `R$ ${reais.replace('.', ',')} (${column.replace('; check the rate', '; confira a alíquota')})`
}

/** `“1.234,56” precisa ser …`; null for a reason without a translation. */
export function translateImportError(reason: string): string | null {
  const [, value, reasonText = reason] = /^"(.*)" (.+)$/s.exec(reason) ?? []
  for (const [pattern, translate] of reasonTranslations) {
    const match = pattern.exec(reasonText)
    if (match) return `${value === undefined ? '' : `“${value}” `}${translate(...match.slice(1))}`
  }
  return null
}

/** A reason without a translation is shown as it is: better in English than not at all. */
export function formatImportError(reason: string): string {
  return translateImportError(reason) ?? `recusado pelo importador: ${reason}`
}
