import type { Sentence } from './sentence.ts'

/** What each command does, as `npm run shop -- help` tells its owner; with `--lang en` the command's own words, in English. */
export const commandDescriptions: Record<string, string> = {
  init: 'começa uma loja: escreve live.env com chaves novas, e shop.json; pergunta no terminal o que não foi dado',
  doctor:
    'experimenta configuração, banco de dados, chaves, disco, e-mail, banco e endereço, não muda nada, e diz o que fazer',
  'doctor content':
    'olha o que a loja mostra, não muda nada, e diz o que falta para abrir; termina com 1 onde algo precisa ser feito',
  'catalogue import': 'cria e muda produtos; com --replace, o que o arquivo não traz sai da loja (--yes se for muito)',
  'catalogue assemble':
    'monta o catálogo do arquivo do caixa e da lista da CMED; de novo a cada mês: preço e estoque acompanham, o que ninguém conhece espera no balcão',
  'catalogue pictures':
    'põe fotos com o nome do código de barras ou do SKU (7896004719115.jpg) como a primeira do produto; o que tem receita fica sem foto',
  'catalogue export':
    'escreve todo produto à venda num arquivo que "catalogue import" lê; com --force por cima de outro (preço e estoque: "offers export")',
  'catalogue ceilings': 'troca os tetos de preço pela lista mensal da CMED (--force também por uma mais antiga)',
  'catalogue check-prices':
    'diz cada preço acima do teto, em cada loja: pela lista que a loja tem (catalogue ceilings), ou por esta',
  'banners import': 'põe estes banners no lugar dos da página inicial',
  'offers import':
    'muda preço, estoque contado na prateleira, ou ambos, por loja, de produtos por SKU, EAN, endereço ou id; célula vazia não muda nada',
  'offers export':
    'escreve todo preço e estoque de prateleira num arquivo que "offers import" lê; com --force por cima de outro',
  'promotions import':
    'cria as promoções por quantidade que a loja ainda não tem, como "leve 3 pague 2", para produtos por SKU ou EAN separados por |',
  'promotions export':
    'escreve toda promoção por quantidade que ainda vale num arquivo que "promotions import" lê; com --force por cima de outro',
  'branches import': 'cria e muda lojas e os CEPs que atendem; --yes onde pedidos contam com o que muda',
  'orders list': 'os 50 pedidos mais novos, de uma situação ou de todas',
  'orders show': 'um pedido: itens e o que foi separado, o caminho até aqui, o dinheiro, os e-mails',
  'payments owed': 'dinheiro ainda a devolver, e por quem',
  'payments unknown':
    'o que clientes pagaram por Pix nos últimos 7 dias, ou desde DAY, e o banco de dados não conhece, como depois de uma restauração',
  'customers show': 'um cliente, seus pedidos e e-mails; a consulta fica na auditoria',
  'customers export': 'tudo o que se guarda de um cliente, em JSON (LGPD, art. 18)',
  'customers erase': 'encerra uma conta como o próprio cliente poderia: o que a lei manda guardar fica, sem nome',
  'gains import':
    'concede benefícios a clientes: balance é quanto cada um recebeu ao todo, gasto ou não; o mesmo arquivo de novo não credita nada',
  'staff add':
    'convida gerente (owner), farmacêutico (pharmacist) ou balconista (clerk): mostra um link que vale uma vez, por 72 horas',
  'staff list': 'quem trabalha no balcão, e com que papel',
  'staff reset': 'para celular ou senha perdida: mostra um link novo, e encerra as sessões',
  'staff remove': 'encerra o acesso na hora; o que a pessoa fez fica na auditoria',
  'audit access':
    'quem usou a loja, e de que endereço, nesses dias, como um juiz pode mandar (Marco Civil, art. 15): primeira e última vez, endereço, porta, conta, acessos; a consulta fica na auditoria',
  'audit export': 'escreve toda a auditoria em CSV; com --force por cima de outro arquivo',
  'keys add': 'cria uma chave de API para um sistema da loja (/api/staff): mostra-a uma vez só',
  'keys list': 'as chaves de API, para que servem, e quando foram usadas por último',
  'keys remove': 'recusa a próxima chamada dela',
  'webhook add':
    'avisa um sistema da loja de cada mudança de situação dos pedidos, com assinatura; mostra o segredo, esta vez só',
  'webhook list': 'os endereços avisados, e quantas mensagens esperam por cada um',
  'webhook remove': 'encerra os avisos; as mensagens ficam no registro por 30 dias',
  'webhook log': 'as 100 mensagens mais novas, e o que foi delas',
  backup: 'escreve a loja inteira num arquivo, com ela aberta; --force: por cima de outro; --verify: lê de volta',
  restore:
    'traz de volta a loja de uma cópia, para um banco e uma DATA_DIR vazios, em SQLite ou PostgreSQL; ela descansa até "resume"',
  resume: 'a loja restaurada passa a valer: volta a enviar mensagens, encerrar pedidos e devolver pagamentos',
  migrate: 'leva o banco de dados ao que este programa precisa; cada início do servidor também faz isso',
  demo: 'enche um banco vazio com a loja de demonstração (só com SANDBOX=1)',
  'files move':
    'leva os arquivos de DATA_DIR para o armazenamento de FILES_URL, com a loja parada; --pictures: copia as fotos antes, com ela aberta',
  reencrypt:
    'cifra com a primeira das ENCRYPTION_KEYS o que está sob as antigas; com --dry-run só conta; com --lost a loja segue sem as chaves que perdeu: o que está sob elas fica ilegível',
}

export const helpTexts = {
  usage: {
    en: 'Usage: npm run shop -- COMMAND; COMMAND --help has more of one, help --lang en is in English',
    pt: 'Uso: npm run shop -- COMANDO; COMANDO --help diz mais de um, help --lang en é em inglês',
  },
  commandUsage: { en: 'Usage', pt: 'Uso' },
  columns: { en: 'columns', pt: 'colunas' },
} satisfies Record<string, Sentence>
