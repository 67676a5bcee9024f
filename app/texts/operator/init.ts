import type { Sentence } from './sentence.ts'

/** What a line of the file of settings is for, and where one gets its value: the question on a terminal, and the comment above it. */
export const settingTexts = {
  SESSION_SECRETS: {
    en: 'signs cookies and sessions; made by init',
    pt: 'a chave que assina cookies e sessões, criada pelo init',
  },
  ENCRYPTION_KEYS: {
    en: 'encrypts prescriptions and CPF; made by init: without it nobody reads them',
    pt: 'a chave que cifra receitas e CPF, criada pelo init: sem ela ninguém os lê',
  },
  METRICS_TOKEN: {
    en: 'opens /metrics to whoever watches the server; made by init',
    pt: 'a senha de /metrics, para quem vigia o servidor, criada pelo init',
  },
  DATA_DIR: {
    en: 'the folder of shop.json, of prescriptions and pictures',
    pt: 'a pasta do shop.json, das receitas e das fotos',
  },
  PUBLIC_URL: {
    en: "the shop's address, like https://www.example.com.br",
    pt: 'o endereço da loja, como https://www.example.com.br; o domínio se registra em registro.br',
  },
  DATABASE_URL: {
    en: 'PostgreSQL, like postgres://user:password@host/balcao; empty for SQLite in DATA_DIR',
    pt: 'PostgreSQL, como postgres://usuario:senha@servidor/balcao; vazio: SQLite em DATA_DIR',
  },
  FILES_URL: {
    en: 'prescriptions and pictures in an S3 store, like s3://KEY:SECRET@HOST/BUCKET?region=REGION; empty for DATA_DIR',
    pt: 'receitas e fotos num armazenamento S3, como s3://CHAVE:SEGREDO@SERVIDOR/BUCKET?region=REGIAO; vazio: DATA_DIR',
  },
  SMTP_URL: {
    en: 'the mail server, like smtps://user:password@host',
    pt: 'o servidor que envia os e-mails, como smtps://usuario:senha@servidor; quem hospeda o seu e-mail informa',
  },
  MAIL_FROM: {
    en: 'the sender, like Farmácia <loja@example.com.br>',
    pt: 'o remetente dos e-mails, como Farmácia <loja@example.com.br>',
  },
  PIX_PROVIDER: {
    en: "who takes Pix: api (a bank's API Pix) or mercadopago (the account of the cards)",
    pt: 'quem recebe o Pix: api (a API Pix de um banco) ou mercadopago (a mesma conta dos cartões)',
  },
  PIX_API_URL: {
    en: "the bank's API Pix; empty where another provider takes the payments",
    pt: 'a API Pix do seu banco, que a informa no contrato; vazio se outro provedor recebe os pagamentos',
  },
  PIX_TOKEN_URL: {
    en: 'where the bank gives tokens, if it is elsewhere',
    pt: 'onde o banco dá os tokens, se for em outro endereço',
  },
  PIX_CLIENT_ID: { en: "the bank's client id", pt: 'o client id, do portal de desenvolvedores do banco' },
  PIX_CLIENT_SECRET: { en: "the bank's client secret", pt: 'o client secret, do mesmo portal' },
  PIX_CERT_FILE: {
    en: 'a file with the certificate for the bank',
    pt: 'o arquivo do certificado para o banco, que o portal emite',
  },
  PIX_CERT_KEY_FILE: { en: 'a file with its key', pt: 'o arquivo da chave desse certificado' },
  PIX_RECEIVER_KEY: { en: 'the Pix key that is paid to', pt: 'a chave Pix que recebe' },
  CARD_PROVIDER: {
    en: 'mercadopago: cards beside Pix',
    pt: 'mercadopago: cartão ao lado do Pix; vazio: sem cartão',
  },
  CARD_ACCESS_TOKEN: {
    en: "the seller's token at the card provider",
    pt: 'o Access Token de produção: mercadopago.com.br/developers, Suas integrações, Credenciais',
  },
  CARD_WEBHOOK_SECRET: {
    en: "the secret that signs the card provider's calls",
    pt: 'a assinatura secreta dos avisos: na mesma página, Webhooks, com o endereço da loja e /webhooks/card',
  },
  EXTERNAL_PAYMENT_URL: {
    en: 'in place of PIX_…: the page of another payment provider',
    pt: 'no lugar de PIX_…: a página de outro provedor de pagamento, que a informa',
  },
  EXTERNAL_PAYMENT_SECRET: {
    en: 'the secret that signs what the shop and that provider tell each other',
    pt: 'o segredo que assina o que a loja e esse provedor dizem um ao outro',
  },
  TRUST_PROXY: {
    en: 'how many reverse proxies stand before the shop, mostly 1',
    pt: 'quantos proxies há diante da loja, em geral 1 (o Caddy ou o nginx que tem o certificado)',
  },
  WHATSAPP_PHONE_ID: {
    en: "the id of the shop's number at Meta, not the number; empty: notices go by e-mail alone",
    pt: 'o "Phone number ID" do número da loja na Meta, e não o número; vazio: os avisos vão só por e-mail',
  },
  WHATSAPP_TOKEN: {
    en: "a system user's token there, without an end",
    pt: 'o token de um usuário do sistema, sem prazo: business.facebook.com, Configurações, Usuários do sistema',
  },
  WHATSAPP_APP_SECRET: {
    en: "the app's secret, which signs Meta's calls",
    pt: 'a chave secreta do aplicativo, que assina as chamadas da Meta: developers.facebook.com, Básico',
  },
  CEP_LOOKUP_URL: {
    en: 'tells the street of a postal code: a service like https://viacep.com.br/ws; empty: customers type it',
    pt: 'diz a rua de um CEP: um serviço como https://viacep.com.br/ws; vazio: o cliente digita a rua',
  },
  PRESCRIPTION_ROOTS: {
    en: 'a folder with the certificates (PEM) of ICP-Brasil and gov.br, to which signed prescriptions lead; ITI publishes them; empty: none is verified',
    pt: 'a pasta dos certificados (PEM) da ICP-Brasil e do gov.br, que conferem a assinatura das receitas; o ITI os publica; vazio: ninguém confere',
  },
  SHIPPING_DESIGN: {
    en: '1: the page of a product promises a time of delivery; empty: it does not',
    pt: '1: a página do produto promete o prazo de entrega; vazio: não promete',
  },
  COUNTER_PATH: {
    en: 'where the back office is, like /equipe; empty: /balcao',
    pt: 'onde fica o balcão da equipe, como /equipe; vazio: /balcao',
  },
  LABORATORY_PROGRAMME_URL: {
    en: "the laboratories' discount programme, which tells its address; empty: none is promised",
    pt: 'o programa de desconto dos laboratórios, que informa o endereço; vazio: a loja não promete nenhum',
  },
  CAPTCHA_KEY: {
    en: 'asks robots a riddle in forms and logins: what `openssl rand -hex 32` gives; empty: none',
    pt: 'dá um enigma aos robôs em formulários e logins: o que `openssl rand -hex 32` dá; vazio: nenhum',
  },
  ANALYTICS_ID: {
    en: 'the measurement id of Google Analytics 4; empty: nothing is sent',
    pt: 'o ID de métricas do Google Analytics 4, em Administrador, Fluxos de dados; vazio: nada se envia',
  },
  ANALYTICS_SECRET: {
    en: 'its API secret',
    pt: 'a chave secreta da API, no mesmo fluxo de dados',
  },
} satisfies Record<string, Sentence>

/** The name of a setting that `init` writes. */
export type SettingName = keyof typeof settingTexts

export const initTexts = {
  isThere: (file: string): Sentence => ({
    en: `${file} is there already: nothing was changed.`,
    pt: `${file} já existe: nada mudou.`,
  }),
  unusableCharacter: (option: string): Sentence => ({
    en: `--${option} has a character that a settings file cannot hold`,
    pt: `--${option} tem um caractere que o arquivo de configuração não guarda (aspas, $, crase, barra invertida ou quebra de linha)`,
  }),
  abandoned: {
    en: 'Broken off: nothing was written.',
    pt: 'Interrompido: nada foi gravado.',
  },
  fetchRoots: { en: 'fetched by:', pt: 'baixam-se assim:' },
  backups: {
    en: 'Backups want no setting: this line in /etc/cron.d/balcao makes one every night, in a folder of the shop’s user.',
    pt: 'Para as cópias de segurança não há valor a preencher: esta linha em /etc/cron.d/balcao faz uma por noite, numa pasta que é do usuário da loja.',
  },

  settingsFile: (file: string): Sentence => ({
    en: `${file}: the shop's settings, with new SESSION_SECRETS and ENCRYPTION_KEYS.`,
    pt: `${file}: a configuração da loja, com SESSION_SECRETS e ENCRYPTION_KEYS novas.`,
  }),
  keepCopy: {
    en: 'Keep a copy of it apart from the backups: without its keys nobody reads the prescriptions.',
    pt: 'Guarde uma cópia dela longe das cópias de segurança: sem as chaves ninguém lê as receitas.',
  },
  addSettings: (file: string, names: string[]): Sentence => ({
    en: `Add to ${file}: ${names.join(', ')}; its lines are there, each to be filled in without its #.`,
    pt: `Preencha em ${file}: ${names.join(', ')}; as linhas estão lá, tire o # de cada uma.`,
  }),
  addPayment: (file: string): Sentence => ({
    en: `Add to ${file} a payment provider: PIX_API_URL and what belongs to it, or EXTERNAL_PAYMENT_URL with its secret.`,
    pt: `Preencha em ${file} quem recebe os pagamentos: PIX_API_URL e as linhas dela, ou CARD_PROVIDER com as dele, ou EXTERNAL_PAYMENT_URL com o segredo.`,
  }),
  fillProfile: (file: string): Sentence => ({
    en: `Fill in ${file}: name, CNPJ, pharmacist, licences (the law wants them on each page).`,
    pt: `Preencha ${file}: nome, CNPJ, farmacêutico, licenças (a lei os quer em cada página).`,
  }),
  loadSettings: (file: string): Sentence => ({
    en: `Load the settings: "set -a; . ${file}; set +a" in a shell, or as a service does (server/cli/going-live.md).`,
    pt: `Carregue a configuração: "set -a; . ${file}; set +a" no terminal, ou como um serviço faz (server/cli/going-live.md).`,
  }),
  migrate: {
    en: '"npm run shop -- migrate" makes the tables.',
    pt: '"npm run shop -- migrate" cria as tabelas.',
  },
  importFiles: {
    en: '"npm run shop -- branches import BRANCHES.csv": where is sold (server/cli/going-live.md has the columns). The catalogue comes from the till and the CMED’s list: in the back office, in Produtos, or by "catalogue assemble".',
    pt: '"npm run shop -- branches import LOJAS.csv": onde se vende (server/cli/going-live.md tem as colunas). O catálogo vem do caixa e da lista da CMED: no balcão, em Produtos, ou por "catalogue assemble".',
  },
  addOwner: {
    en: '"npm run shop -- staff add EMAIL owner" prints the link for the first person at the counter.',
    pt: '"npm run shop -- staff add EMAIL owner" mostra o link da primeira pessoa do balcão.',
  },
  askDoctor: {
    en: '"npm run shop -- doctor" says whether everything answers; "npm start" opens the shop.',
    pt: '"npm run shop -- doctor" diz se tudo responde; "npm start" abre a loja.',
  },
  askContent: {
    en: '"npm run shop -- doctor content" says what the shop still lacks to sell.',
    pt: '"npm run shop -- doctor content" diz o que ainda falta para vender.',
  },
}
