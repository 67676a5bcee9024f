import { formatMoney, formatNumber } from '../format.ts'
import { joinSentences, type Sentence } from './sentence.ts'

/** More names of branches than so many are counted. */
const maxNames = 5

interface NamedBranch {
  id: number
  name: string
}

/** `Loja 1 (Paulista)`, `Lojas 1 (Paulista), 4 (Tatuapé)` */
function formatBranches(branches: NamedBranch[]): Sentence {
  const names = branches.slice(0, maxNames).map(({ id, name }) => `${id} (${name})`)
  const furtherCount = branches.length - names.length
  const further = { pt: ` e mais ${furtherCount}`, en: ` and ${furtherCount} more` }
  const hasFurther = furtherCount > 0
  return {
    pt: `${branches.length === 1 ? 'Loja' : 'Lojas'} ${names.join(', ')}${hasFurther ? further.pt : ''}`,
    en: `${branches.length === 1 ? 'Branch' : 'Branches'} ${names.join(', ')}${hasFurther ? further.en : ''}`,
  }
}

/** Of branches: who they are, and what holds for each of them. */
const ofBranches =
  (rest: Sentence) =>
  (branches: NamedBranch[]): Sentence =>
    joinSentences([formatBranches(branches), rest], ': ')

/** `1 produto`, `1.200 produtos` */
const countProducts = (count: number): Sentence => ({
  pt: count === 1 ? '1 produto' : `${formatNumber(count)} produtos`,
  en: count === 1 ? '1 product' : `${count} products`,
})

/** `A1, B2 …` of more than these. */
const formatSkus = (count: number, skus: string[]) => `${skus.join(', ')}${count > skus.length ? ' …' : ''}`

/** What `npm run shop -- doctor content` says: what is missing for the opening, and what to do next. */
export const contentTexts = {
  states: {
    todo: { pt: 'falta', en: 'to do' },
    hint: { pt: 'dica', en: 'hint' },
  },
  areas: {
    shop: { pt: 'loja', en: 'shop' },
    branches: { pt: 'lojas', en: 'branches' },
    products: { pt: 'produtos', en: 'products' },
    staff: { pt: 'equipe', en: 'staff' },
    mail: { pt: 'e-mail', en: 'mail' },
    payment: { pt: 'pagamento', en: 'payment' },
  },
  unfinished: (count: number): Sentence => ({
    pt: count === 1 ? 'Falta 1 coisa para abrir.' : `Faltam ${count} coisas para abrir.`,
    en:
      count === 1 ? '1 thing is to be done before the opening.' : `${count} things are to be done before the opening.`,
  }),
  finished: { pt: 'Nada falta para abrir.', en: 'Nothing is missing for the opening.' },

  sandbox: {
    pt: 'Esta é a demonstração: nada se vende, envia ou cobra de verdade. A loja abre com a configuração que "npm run shop -- init" cria.',
    en: 'This is the sandbox: nothing is sold, sent or charged for real. A shop opens with the settings that "npm run shop -- init" makes.',
  },
  unusableSettings: (fault: Sentence): Sentence => ({
    pt: `A configuração não abre a loja (${fault.pt}). "npm run shop -- doctor" diz o resto.`,
    en: `The settings do not open the shop (${fault.en}). "npm run shop -- doctor" says the rest.`,
  }),
  emptyDatabase: {
    pt: 'O banco de dados está vazio. "npm run shop -- migrate" cria as tabelas.',
    en: 'The database is empty. "npm run shop -- migrate" makes the tables.',
  },
  noProfile: {
    pt: 'shop.json não existe em DATA_DIR, e as páginas levam os dados da demonstração. "npm run shop -- init" cria um para preencher.',
    en: 'There is no shop.json in DATA_DIR, and pages have the demo’s data. "npm run shop -- init" makes one to be filled in.',
  },
  pretendValue: (name: string): Sentence => ({
    pt: `shop.json: ${name} ainda é da demonstração. Ponha o da sua farmácia.`,
    en: `shop.json: ${name} is still the demo’s. Put your own there.`,
  }),
  noMail: {
    pt: 'Sem servidor de e-mail não saem códigos de acesso nem avisos de pedido. Preencha SMTP_URL e MAIL_FROM; "npm run shop -- doctor" testa.',
    en: 'Without a mail server no codes and no letters go out. Fill in SMTP_URL and MAIL_FROM; "npm run shop -- doctor" tries them.',
  },
  noPayment: {
    pt: 'Nenhum meio de pagamento. Preencha PIX_API_URL e as linhas dela, ou CARD_PROVIDER com as dele; "npm run shop -- doctor" testa.',
    en: 'There is no way to pay. Fill in PIX_API_URL and its lines, or CARD_PROVIDER with its own; "npm run shop -- doctor" tries them.',
  },

  noBranch: {
    pt: 'Nenhuma loja. Escreva o arquivo de lojas (server/cli/going-live.md tem as colunas) e rode "npm run shop -- branches import LOJAS.csv".',
    en: 'There is no branch. Write the file of branches (server/cli/going-live.md has its columns), then "npm run shop -- branches import BRANCHES.csv".',
  },
  gaps: {
    hours: ofBranches({
      pt: 'nenhum dia de funcionamento. Preencha “Horário de funcionamento” em “Lojas”, no balcão.',
      en: 'no day of opening. Fill in “Horário de funcionamento” in “Lojas”, in the back office.',
    }),
    customers: ofBranches({
      pt: 'ninguém compra ali, sem CEPs atendidos e sem retirada. Preencha “CEPs atendidos” em “Lojas”, ou o endereço e os minutos de retirada.',
      en: 'nobody can buy there, without postal codes and without picking up. Fill in “CEPs atendidos” in “Lojas”, or the address and the minutes of picking up.',
    }),
    windows: ofBranches({
      pt: 'entrega só com hora marcada, e nenhuma janela de entrega com a loja aberta. Preencha “Janelas de entrega” em “Lojas”.',
      en: 'delivery by appointment alone, and no window while the branch is open. Fill in “Janelas de entrega” in “Lojas”.',
    }),
    zipcodes: ofBranches({
      pt: 'nenhum CEP atendido, só retirada. Para entregar, preencha “CEPs atendidos” em “Lojas”.',
      en: 'no postal codes, only picking up. To deliver, fill in “CEPs atendidos” in “Lojas”.',
    }),
    address: ofBranches({
      pt: 'sem endereço, ninguém retira ali nem vê onde fica. Preencha zipcode, street, number, neighborhood, city e state no arquivo de lojas e importe de novo.',
      en: 'without an address nobody picks up there or sees where it is. Fill in zipcode, street, number, neighborhood, city and state in the file of branches, and import it again.',
    }),
    phone: ofBranches({
      pt: 'sem telefone próprio, vale o de shop.json. Se há outro, preencha phone no arquivo de lojas e importe de novo.',
      en: 'without a phone of its own that of shop.json counts. If there is another one, fill in phone in the file of branches, and import it again.',
    }),
    pharmacist: ofBranches({
      pt: 'sem farmacêutico próprio, vale o de shop.json. Se é outro, preencha pharmacist_name e pharmacist_crf no arquivo de lojas e importe de novo.',
      en: 'without a pharmacist of its own that of shop.json counts. If it is another one, fill in pharmacist_name and pharmacist_crf in the file of branches, and import it again.',
    }),
    legalData: ofBranches({
      pt: 'sem CNPJ, licença e AFE próprios, valem os de shop.json. Uma filial tem os seus: preencha cnpj, licence e afe no arquivo de lojas e importe de novo.',
      en: 'without a CNPJ, licence and AFE of its own those of shop.json count. A further store has its own: fill in cnpj, licence and afe in the file of branches, and import it again.',
    }),
  },

  noProduct: {
    pt: 'Nenhum produto. Com o arquivo do caixa e a lista da CMED, "npm run shop -- catalogue assemble CAIXA.csv --cmed LISTA.xlsx --branch 1 --dry-run" mostra o que entra; sem --dry-run, entra.',
    en: 'There is no product. With the till’s file and the CMED’s list, "npm run shop -- catalogue assemble TILL.csv --cmed LIST.xlsx --branch 1 --dry-run" shows what would enter; without --dry-run it does.',
  },
  nothingForSale: {
    pt: 'Nenhum produto à venda: estão sem estoque, pausados ou fora da venda pela internet. Mande o estoque com o arquivo do caixa, ou com "npm run shop -- offers import PRECOS.csv".',
    en: 'No product is for sale: they are out of stock, paused or not sold online. Send the stock with the till’s file, or by "npm run shop -- offers import OFFERS.csv".',
  },
  unpricedBranches: ofBranches({
    pt: 'nenhum produto tem preço ali. Mande preço e estoque com o arquivo do caixa, ou com "npm run shop -- offers import PRECOS.csv".',
    en: 'no product has a price there. Send price and stock with the till’s file, or by "npm run shop -- offers import OFFERS.csv".',
  }),
  emptyShelves: ofBranches({
    pt: 'nada em estoque. Mande o estoque com o arquivo do caixa, ou com "npm run shop -- offers import PRECOS.csv".',
    en: 'nothing in stock. Send the stock with the till’s file, or by "npm run shop -- offers import OFFERS.csv".',
  }),
  /** Of one branch. */
  unpricedProducts: (count: number, branch: NamedBranch): Sentence => ({
    pt: `${formatBranches([branch]).pt}: ${countProducts(count).pt} sem preço, entre os que outra loja vende. Mande-os com o arquivo do caixa, ou com "npm run shop -- offers import PRECOS.csv".`,
    en: `${formatBranches([branch]).en}: ${countProducts(count).en} without a price, of those that another branch sells. Send it with the till’s file, or by "npm run shop -- offers import OFFERS.csv".`,
  }),
  unregistered: (count: number, skus: string[]): Sentence => {
    const examples = formatSkus(count, skus)
    return {
      pt: `${countProducts(count).pt} com receita e sem registro na Anvisa (${examples}). Preencha “Registro na Anvisa” na página do produto, em “Editar cadastro”.`,
      en: `${countProducts(count).en} sold with a prescription and without a registration at Anvisa (${examples}). Fill in “Registro na Anvisa” on the product's page, in “Editar cadastro”.`,
    }
  },
  aboveCeiling: (count: number, skus: string[]): Sentence => {
    const examples = formatSkus(count, skus)
    return {
      pt: `${count === 1 ? '1 preço' : `${formatNumber(count)} preços`} acima do teto da CMED (${examples}). No balcão: Produtos, “Importar arquivo”, “Tetos de preço” mostra cada um com o teto; abaixe o preço.`,
      en: `${count === 1 ? '1 price' : `${count} prices`} above the legal ceiling (${examples}). "npm run shop -- catalogue check-prices" names each with its ceiling; lower the price.`,
    }
  },
  noCeilingList: {
    pt: 'Sem a lista da CMED, os preços só se comparam com os tetos que vieram com o catálogo. "npm run shop -- catalogue ceilings LISTA.xlsx" guarda a lista do mês.',
    en: 'Without the CMED’s list prices are compared with the catalogue’s own ceilings alone. "npm run shop -- catalogue ceilings LIST.xlsx" keeps the month’s list.',
  },
  withoutPicture: (count: number): Sentence => ({
    pt: `${countProducts(count).pt} sem foto, dos que podem ter uma. Ponha a foto na página do produto, ou na coluna pictures do arquivo do catálogo.`,
    en: `${countProducts(count).en} without a picture, of those that may have one. Add it on the product's page, or by the column pictures of the catalogue's file.`,
  }),
  pending: (count: number, worthCents: number): Sentence => ({
    pt: `${countProducts(count).pt} do caixa ${count === 1 ? 'espera quem o complete' : 'esperam quem os complete'} (${formatMoney(worthCents)} em estoque). No balcão: Produtos, “A completar”.`,
    en: `${countProducts(count).en} of the till ${count === 1 ? 'waits' : 'wait'} to be completed (${formatMoney(worthCents)} in stock). In the back office: Produtos, “A completar”.`,
  }),

  closedCounter: {
    pt: 'O balcão está fechado (COUNTER=0): só sistemas da loja veem os pedidos.',
    en: 'The back office is closed (COUNTER=0): only the store’s own systems see the orders.',
  },
  noOwner: {
    pt: 'Nenhum gerente entra no balcão. "npm run shop -- staff add EMAIL owner" mostra o link da senha.',
    en: 'No owner signs in to the back office. "npm run shop -- staff add EMAIL owner" prints the link that sets a password.',
  },
  noPharmacist: {
    pt: 'Nenhum farmacêutico entra no balcão, e as receitas ficariam esperando. "npm run shop -- staff add EMAIL pharmacist --crf SP-12345" mostra o link da senha.',
    en: 'No pharmacist signs in to the back office, and prescriptions would wait. "npm run shop -- staff add EMAIL pharmacist --crf SP-12345" prints the link that sets a password.',
  },
}
